// The board as elements: a side for each player, as a mat if the zones have places, otherwise zone by zone. Everything
// that can be explained is a button.
// Invariant: a button's data-key names what it opens, so that focus can return to it on the next board; each card of a
// zone is on the board once, whether or not the zone has a place on the mat.

const MOST_NAMES = 10;

class BoardView {
  // `open(key, stat)` shows the item of a button.
  constructor(root, story, open) {
    this.root = root;
    this.story = story;
    this.open = open;
    this.unfolded = new Set();  // zones whose many cards are shown
  }

  show(at) {
    const focused = this.root.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    this.at = at;
    this.board = this.story.board(at);
    this.changed = this.story.changed(at);
    this.dispute = this.story.dispute(at);
    if (this.dispute.at === at) this.changed = new Set();  // only the subject of the dispute is marked there
    this.root.replaceChildren(...this.#chain(), ...this.#sides(), ...this.#others(), ...this.#limits(), this.#grade());
    if (focused !== undefined) this.focus(focused);
  }

  // Puts the focus on the button of that key, if there is one now.
  focus(key) {
    const button = [...this.root.querySelectorAll('[data-key]')].find((one) => one.dataset.key === key);
    button?.focus({ preventScroll: true });
  }

  #button(key, attributes, ...children) {
    return make('button', { type: 'button', 'data-key': key, click: () => this.open(key), ...attributes }, ...children);
  }

  #items(kind) {
    return [...this.board].filter(([key]) => key.startsWith(kind));
  }

  #grade() {
    const [, , grade, why, diverged, outcome] = this.board.get('g');
    const text = (number) => this.story.text(number);
    // The heading has the outcome; a board after the end of the game repeats it.
    const told = outcome !== 0 && this.at !== this.story.events;
    return make('div', { class: 'standing' }, make('p', {}, 'This board: ', gradeBadge(grade), ' ',
      said(why.map(text).join('; '))), diverged.map((number) => said(text(number), 'p', { class: 'diverged' })),
    told ? said(text(outcome), 'p', { class: 'outcome' }) : null);
  }

  // -- players and their zones

  // On a mat the viewer sits at the bottom, the other player at the top.
  #sides() {
    const { places, viewer, players } = this.story.data;
    const seats = [...players.keys()].slice(1);
    const isMat = places.length !== 0;
    const opposite = isMat && seats.length === 2;
    const below = viewer === 2 ? 2 : 1;
    const order = opposite ? [3 - below, 0, below] : [...seats, 0];
    return order.map((seat) => this.#side(seat, opposite && seat !== 0 && seat !== below)).filter((side) => side !== null);
  }

  #side(seat, isOpposite) {
    const zones = this.story.zones(this.board, seat);
    if (seat === 0 && zones.every(({ count }) => count === 0)) return null;
    const mat = new Mat(this.story.data.places, zones, isOpposite, (card) => this.story.card(this.board.get(`c${card}`)).slot);
    const beside = zones.map((zone) => ({ ...zone, cards: mat.beside(zone) })).filter((zone) => !mat.holds(zone));
    const told = beside.filter(({ count, isCountOnly }) => count !== 0 && !isCountOnly);
    const piles = beside.filter(({ count, isCountOnly }) => count !== 0 && isCountOnly);
    const empty = zones.filter(({ count }) => count === 0);
    const isMat = mat.rows.length !== 0;
    const parts = [isMat ? this.#mat(mat) : null,
      told.filter(({ inPlay, slotted }) => inPlay || slotted).map((zone) => this.#table(zone)),
      told.filter(({ inPlay, slotted }) => !inPlay && !slotted).map((zone) => this.#row(zone)),
      piles.length === 0 ? null : make('p', { class: 'piles' }, piles.map(({ name, count }) =>
        make('span', {}, said(name), ' ', make('b', {}, String(count))))),
      isMat || empty.length === 0 ? null : make('p', { class: 'empty' }, 'Empty: ', empty.map(({ name }) => name).join(', '))];
    return make('section', { class: `side ${isMat ? 'laid' : ''}`, 'aria-label': this.story.player(seat) },
      this.#header(seat), make('div', { class: 'zones' }, parts));
  }

  #header(seat) {
    const [values, counters] = this.board.get(`s${seat}`) ?? [[], []];
    return make('header', {}, said(this.story.player(seat), 'h3'), make('p', { class: 'values' },
      values.map((value, index) => this.#value(`s${seat}`, index, value)),
      counters.map((counter) => said(this.story.text(counter), 'span', { class: 'counter' }))));
  }

  #value(item, index, raw) {
    const value = this.story.value(raw);
    return this.#button(`${item}.${index}`, { class: `value ${this.changed.has(item) ? 'new' : ''}` },
      said(value.name), ' ', make('b', {}, amountText(value.amount)), value.grade === 0 ? null : gradeMark(value.grade));
  }

  // -- the mat: rows of places

  #mat(mat) {
    return make('div', { class: 'mat' }, mat.rows.map((row) => laid(make('div', { class: 'mat-row' },
      row.map((place) => laid(this.#place(place), { from: place.from, wide: place.columns }))), { columns: mat.widths })));
  }

  #place({ zone, columns, slots, cards }) {
    const { name, inPlay, slotted, key, count, isCountOnly } = zone;
    const counted = [said(name), ' ', make('small', {}, String(count))];
    if (slotted) {
      const lying = (slot) => cards.filter((one) => one.slot === slot).map(({ card }) => this.#placed(card));
      return make('section', { class: 'place' }, make('h4', {}, said(name)), laid(make('ul', { class: 'slots' },
        slots.map((slot) => make('li', { class: cards.some((one) => one.slot === slot) ? '' : 'free' }, lying(slot)))),
      { columns: slots.length }));
    }
    if (inPlay) {
      return make('section', { class: 'place' }, make('h4', {}, counted),
        make('ul', { class: 'cards' }, cards.map(({ card }) => make('li', {}, this.#placed(card)))));
    }
    const ids = cards.map(({ card }) => card);
    if (columns > 2 && !isCountOnly) {
      return make('section', { class: 'place row' }, make('h4', {}, counted), this.#names(key, ids));
    }
    const top = ids[0] ?? -1;
    return make('section', { class: 'place pile' }, make('h4', {}, ids.length === 0 ? counted
      : this.#button(key, { class: 'name' }, counted)),
    top < 0 ? null : this.#name(top, this.story.card(this.board.get(`c${top}`))));
  }

  #placed(card, slotted = false) {
    return card < 0 ? this.#elsewhere(-1 - card) : this.#card(card, slotted);
  }

  // -- zones without a place

  #table({ name, count, cards, slotted }) {
    if (cards.length === 0) return null;  // all of them are shown under their hosts
    return make('section', { class: 'zone' }, make('h4', {}, said(name), ' ', make('small', {}, String(count))),
      make('ul', { class: 'cards' }, cards.map((card) => make('li', {}, this.#placed(card, slotted)))));
  }

  // A zone outside the table, with its cards by name.
  #row({ key, name, count, cards }) {
    return make('section', { class: 'zone row' }, make('h4', {}, said(name), ' ', make('small', {}, String(count))),
      this.#names(key, cards));
  }

  // Long lists are folded.
  #names(key, cards) {
    const items = cards.filter((card) => card >= 0).map((card) => [card, this.story.card(this.board.get(`c${card}`))]);
    const known = items.filter(([, { known: isKnown, counters }]) => isKnown || counters.length !== 0);
    const unknown = items.length - known.length;
    const names = make('ul', { class: 'names' }, known.map(([card, told]) => make('li', {}, this.#name(card, told))),
      unknown === 0 ? null : make('li', { class: 'unknown' }, unknown === 1 ? '1 unknown card'
        : `${unknown} unknown cards`));
    if (known.length <= MOST_NAMES) return names;
    return make('details', { open: this.unfolded.has(key), toggle: (event) => {
      if (event.target.open) this.unfolded.add(key);
      else this.unfolded.delete(key);
    } }, make('summary', { 'data-key': key }, `${known.length} cards`), names);
  }

  // -- cards

  // "new": the event changed it; "disputed": the dispute is about it.
  #marked(card) {
    return `${this.changed.has(`c${card}`) ? 'new' : ''} ${this.dispute.cards.has(card) ? 'disputed' : ''}`;
  }

  #name(card, told) {
    const isDisputed = this.dispute.cards.has(card);
    return this.#button(`c${card}`, { class: `name ${this.#marked(card)}` }, said(told.title),
      ' ', make('small', {}, `#${told.number}`), told.counters.length === 0 ? null
        : said(` ${told.counters.join(', ')}`, 'small'), isDisputed ? make('span', { class: 'unseen' }, ', in dispute') : null);
  }

  #elsewhere(card) {
    const told = this.story.card(this.board.get(`c${card}`));
    return make('div', { class: 'card elsewhere' }, this.#name(card, told), said(told.host, 'p', { class: 'marks' }));
  }

  #card(index, slotted = false) {
    const key = `c${index}`;
    const card = this.story.card(this.board.get(key));
    const marks = [];
    if (slotted && card.slot >= 0) marks.push(`slot ${card.slot}`);
    if (card.isTurned) marks.push(card.orientation);
    if (card.showsFace) marks.push(card.isDown ? 'face down' : 'face up');
    if (card.controller !== card.owner && card.controller !== 0) marks.push(`controlled by P${card.controller}`);
    if (card.seat !== card.owner && card.seat !== 0) marks.push(`owner P${card.owner}`);
    const state = `${card.isTurned ? 'turned' : ''} ${card.isDown ? 'down' : ''} ${this.#marked(index)}`;
    return make('article', { class: `card ${state}` }, this.#name(index, { ...card, counters: [] }),
      marks.length === 0 ? null : make('p', { class: 'marks' }, marks.map((mark) => said(mark))),
      card.stats.length === 0 ? null : make('p', { class: 'stats' }, card.stats.map((stat, at) =>
        this.#stat(`${key}.${at}`, stat))),
      card.counters.length === 0 ? null : said(card.counters.join(', '), 'p', { class: 'counter' }),
      card.changes.length === 0 ? null : make('ul', { class: 'changes' }, card.changes.map(([what]) => said(what, 'li'))),
      card.attached.length === 0 ? null : make('ul', { class: 'attached' }, card.attached.map((one) => make('li', {},
        said(this.story.card(this.board.get(`c${one}`)).host.split(' on ')[0], 'small'), this.#card(one)))));
  }

  #stat(key, stat) {
    const differs = stat.printed !== null && stat.amount !== null && stat.printed !== stat.amount;
    const note = stat.isStale ? 'stale' : '';
    const short = this.story.data.shorts[stat.stat];
    return this.#button(key, { class: `stat ${differs ? 'differs' : ''} ${note}`, 'data-stat': stat.name },
      short === '' ? said(stat.name) : make('abbr', { title: stat.name }, short), ' ',
      make('b', {}, stat.told), stat.seen === null ? null : make('small', {}, ` (${amountText(stat.seen)})`),
      differs ? make('s', {}, amountText(stat.printed)) : null,
      stat.grade === 0 ? null : gradeMark(stat.grade));
  }

  // -- what belongs to no player

  #others() {
    return this.#items('o').map(([key, [name, values, stats, counters]]) => make('section', { class: 'side other' },
      make('header', {}, said(this.story.text(name), 'h3'), make('p', { class: 'values' },
        values.map((value, index) => this.#value(key, index, value)),
        stats.map((stat, index) => this.#stat(`${key}.s${index}`, this.story.stat(stat))),
        counters.map((counter) => said(this.story.text(counter), 'span', { class: 'counter' }))))));
  }

  #chain() {
    const links = this.board.get('k');
    if (links.length === 0) return [];
    return [make('section', { class: 'side chain' }, make('h3', {}, 'Chain'), make('ol', {}, links.map(([position, text]) =>
      said(this.story.text(text), 'li', { value: position }))))];
  }

  #limits() {
    const limits = this.board.get('l');
    if (limits.length === 0) return [];
    return [make('section', { class: 'side limits' }, make('h3', {}, 'Limits in use'), make('ul', {},
      limits.map(([of, used, perhaps, most], index) => make('li', {}, this.#button(`l${index}`,
        { class: `limit ${used > most ? 'over' : used >= most ? 'full' : ''}` }, said(this.story.text(of)), ' ',
        make('b', {}, `${used}${perhaps === 0 ? '' : ` to ${used + perhaps}`} of ${most}`))))))];
  }
}

// The mark next to an uncertain reading.
function gradeMark(grade) {
  return make('abbr', { class: `sure ${GRADES[grade].toLowerCase()}`, title: GRADES[grade] }, grade === 1 ? '~' : '!');
}
