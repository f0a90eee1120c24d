// The boards of the game, built from the steps. board_story.h describes the items.
// Invariant: the board at an event is every item's latest value up to it. The first step is the board at event `from`.

const KEEP_EACH = 256;
const GRADES = ['EXACT', 'UNVERIFIED', 'DIVERGED'];

class Story {
  constructor(data) {
    this.data = data;
    this.events = data.events;
    this.from = data.from ?? 0;
    this.kept = [new Map(Object.entries(data.steps[0]))];
    this.at = this.from;
    this.now = new Map(this.kept[0]);
  }

  // The items after event `at`, by key. Valid until the next call.
  board(at) {
    if (at < this.at) {
      const kept = Math.min(Math.floor((at - this.from) / KEEP_EACH), this.kept.length - 1);
      this.now = new Map(this.kept[kept]);
      this.at = this.from + kept * KEEP_EACH;
    }
    while (this.at < at) {
      this.at += 1;
      for (const [key, item] of Object.entries(this.data.steps[this.at - this.from])) {
        if (item === null) this.now.delete(key);
        else if (key.startsWith('+')) this.changeZone(key.slice(1), item);
        else this.now.set(key, item);
      }
      if (this.at - this.from === this.kept.length * KEEP_EACH) this.kept.push(new Map(this.now));
    }
    return this.now;
  }

  // Cards that entered and left a zone at one place.
  changeZone(key, [count, isCountOnly, from, gone, come]) {
    const cards = this.now.get(key)[2];
    this.now.set(key, [count, isCountOnly, [...cards.slice(0, from), ...come, ...cards.slice(from + gone)]]);
  }

  // The keys of the items that event `at` changed.
  changed(at) {
    return new Set(at === this.from ? [] : Object.keys(this.data.steps[at - this.from]).map((key) => key.replace('+', '')));
  }

  // The results of `read` for an item over the whole game: [event, value] at each change; null while there is no item.
  series(key, read) {
    const points = [];
    this.data.steps.forEach((step, index) => {
      if (!(key in step)) return;
      const value = step[key] === null ? null : read(step[key]);
      if (points.length === 0 || points.at(-1)[1] !== value) points.push([this.from + index, value]);
    });
    return points;
  }

  // A value's history at an event: statements, the oldest first.
  history(number, at) {
    const stretch = this.data.histories[number].findLast(([from]) => from <= at) ?? [0, []];
    return stretch[1].filter(([event]) => event <= at).map(([, statement]) => this.statement(statement));
  }

  statement(number) {
    const [what, value, clause, event, ...below] = this.data.statements[number];
    return { what: this.text(what), value: this.text(value), clause: this.text(clause), event,
      below: below.map((one) => this.statement(one)) };
  }

  // The possible acts with a card, by its item's key, at the event on which the page opens; none at other events.
  movesOf(key, at) {
    const { at: point, cards } = this.data.moves;
    return at !== point ? [] : (cards[key.slice(1)] ?? []).map((number) => this.statement(number));
  }

  text(number) {
    return this.data.texts[number];
  }

  // "P1 Aiko".
  player(seat) {
    const name = this.data.players[seat] ?? '';
    if (seat === 0) return 'Shared';
    return name === '' || name === `P${seat}` ? `P${seat}` : `P${seat} ${name}`;
  }

  // An item "c12", named.
  card(item) {
    const [number, title, , , zone, seat, slot, face, orientation, host] = item;
    const [zoneName, inPlay, hidden] = this.data.zones[zone];
    return { number, title: title === 0 ? `unknown card` : this.text(title), known: title !== 0, owner: item[2],
      controller: item[3], zone, zoneName, inPlay: inPlay === 1, seat, slot, isDown: face === 1,
      showsFace: (face === 1) !== (hidden === 1), orientation: this.data.orientations[orientation] ?? '',
      isTurned: orientation !== 0, host: this.text(host), stats: item[10].map((stat) => this.stat(stat)),
      counters: item[11].map((one) => this.text(one)),
      changes: item[12].map(([text, event]) => [this.text(text), event]), attached: item[13],
      words: this.text(item[14]) };
  }

  // The zones of a seat on a board, in the ruleset's order.
  zones(board, seat) {
    return [...board].filter(([key]) => key.startsWith('z') && key.endsWith(`.${seat}`)).map(([key, [count, isCountOnly, cards]]) => {
      const zone = Number(key.slice(1).split('.')[0]);
      const [name, inPlay, , slotted, pile] = this.data.zones[zone];
      return { key, zone, name, inPlay: inPlay === 1, slotted: slotted === 1, isPile: pile === 1, count, isCountOnly: isCountOnly === 1, cards };
    }).sort((one, other) => one.zone - other.zone);
  }

  // The value of each player that is drawn over the game: [{seat, name, points}], empty if the game has none.
  courses() {
    const seats = [...this.data.players.keys()].slice(1);
    return seats.map((seat) => {
      const key = `s${seat}`;
      const first = this.data.steps.find((step) => (step[key]?.[0].length ?? 0) !== 0)?.[key][0][0][0];
      const value = this.data.value === 0 ? first : this.data.value;
      const points = this.series(key, (item) => item[0].find(([name]) => name === value)?.[1] ?? null);
      return { seat, name: value === undefined ? '' : this.text(value), points };
    }).filter(({ points }) => points.some(([, amount]) => amount !== null));
  }

  // The disputed point at or before an event, and its disputed cards.
  dispute(event) {
    const points = this.data.disputes.map(([at]) => at);
    if (points.length === 0) return { at: null, cards: new Set() };
    const behind = points.filter((at) => at <= event);
    const at = behind.length === 0 ? Math.min(...points) : Math.max(...behind);
    return { at, cards: new Set(this.data.disputes.filter(([point]) => point === at).flatMap(([, , , cards]) => cards)) };
  }

  // For an amount that is no longer known, the last observed one is shown next to it.
  stat([stat, amount, printed, from, grade, stale, observed, presence]) {
    return { stat, name: this.data.stats[stat], amount, told: presence === 1 ? 'none' : amountText(amount), printed,
      seen: presence === 2 ? observed : null, grade, isObserved: from === 2, isPrinted: from === 1,
      isStale: stale === 1 };
  }

  value([name, amount, grade, history]) {
    return { name: this.text(name), amount, grade, history };
  }
}

function amountText(amount) {
  return amount === null ? '?' : String(amount).replace('-', '\u2212');
}
