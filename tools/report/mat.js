// Assigns cards to the places of a mat: the places of a side, in rows from the top of the screen to the bottom.
// Invariant: a card is in at most one place; beside() returns the cards without one.

class Mat {
  // `places` of the page: {zone, slots, row, column, columns}; row 1 is the one nearest the other player. `slotOf` returns
  // the place of a card in its zone.
  constructor(places, zones, isOpposite, slotOf) {
    this.columns = Math.max(1, ...places.map(({ column, columns }) => column + columns - 1));
    this.taken = new Map(zones.map(({ zone }) => [zone, new Set()]));
    const filled = places.filter(({ zone }) => this.taken.has(zone)).map((place) => this.#fill(place, zones, isOpposite, slotOf));
    const rows = [...new Set(filled.map(({ row }) => row))].sort((one, other) => one - other)
      .map((row) => filled.filter((place) => place.row === row).sort((one, other) => one.from - other.from));
    // Empty rows are left out.
    this.rows = rows.filter((row) => row.some(({ zone, cards, slots }) => (slots.length === 0 ? zone.count : cards.length) !== 0));
    if (isOpposite) this.rows.reverse();
    this.widths = this.#widths(filled);
    this.shown = new Set(this.rows.flat().map(({ zone }) => zone.zone));
  }

  #fill({ zone: number, slots, row, column, columns }, zones, isOpposite, slotOf) {
    const zone = zones.find((one) => one.zone === number);
    const taken = this.taken.get(number);
    const cards = zone.cards.filter((card) => !taken.has(card))
      .map((card) => ({ card, slot: zone.slotted ? slotOf(card < 0 ? -1 - card : card) : -1 }))
      .filter(({ slot }) => !zone.slotted || slots.includes(slot));
    for (const { card } of cards) taken.add(card);
    const from = isOpposite ? this.columns + 2 - column - columns : column;
    return { zone, row, from, columns, cards, slots: isOpposite ? [...slots].reverse() : slots };
  }

  // The columns of the grid. Those with only piles are narrower, because a pile shows at most one name.
  #widths(filled) {
    const wide = new Set(filled.filter(({ zone, columns }) => zone.slotted || zone.inPlay || columns > 2)
      .filter(({ zone, columns }) => zone.slotted || columns < this.columns - 1)
      .flatMap(({ from, columns }) => [...Array(columns).keys()].map((one) => from + one)));
    const isNarrow = (column) => wide.size !== 0 && !wide.has(column);
    return [...Array(this.columns).keys()].map((column) => `minmax(0, ${isNarrow(column + 1) ? 0.8 : 1}fr)`).join(' ');
  }

  // True if that zone has a visible place.
  shows({ zone }) {
    return this.shown.has(zone);
  }

  // The cards of a zone without a place.
  beside({ zone, cards }) {
    return cards.filter((card) => !this.taken.get(zone).has(card));
  }

  // True if all cards of a zone are on the mat.
  holds(zone) {
    return this.shows(zone) && this.beside(zone).length === 0;
  }
}
