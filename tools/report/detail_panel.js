// The panel next to the board, opened by the buttons of the board: a card with its stats, each plotted and explained; a
// value with its history; a limit with its uses. It follows the board while it is open, and the board stays usable.
// Invariant: it shows the same event as the board.

class DetailPanel {
  // `go` moves the board.
  constructor(dialog, story, go) {
    this.dialog = dialog;
    this.story = story;
    this.go = go;
    this.title = dialog.querySelector('#detail-title');
    this.body = dialog.querySelector('#detail-body');
    dialog.querySelector('#detail-close').addEventListener('click', () => dialog.close());
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') dialog.close();
    });
  }

  // Opens what `key` names: "c12" a card, "c12.0" its first stat, "s1.0" a value, "o5.s0" a stat, "l0" a limit,
  // "z6.1" a zone of a seat.
  open(key, at) {
    this.dialog.close();
    this.key = key;
    this.show(at);
    this.dialog.show();
    const part = this.body.querySelector('details[open]');
    this.body.scrollTop = part === null ? 0 : part.offsetTop - this.body.offsetTop;
  }

  show(at) {
    if (this.key === undefined) return;
    const open = new Set([...this.body.querySelectorAll('details[open]')].map((one) => one.dataset.part));
    const focused = this.body.contains(document.activeElement) && document.activeElement.closest('details')?.dataset.part;
    const [item, part] = this.key.split('.');
    const board = this.story.board(at);
    const contents = item.startsWith('l') ? this.#limit(board, Number(item.slice(1)))
      : item.startsWith('z') ? this.#zone(board, Number(part))
      : item.startsWith('c') ? this.#card(board, item, part, at) : this.#subject(board, item, part, at);
    this.body.replaceChildren(...contents.filter((one) => one !== null));
    if (!this.dialog.open) return;
    for (const one of this.body.querySelectorAll('details')) {
      one.open = open.has(one.dataset.part);
      if (one.dataset.part === focused) one.querySelector('summary').focus({ preventScroll: true });
    }
  }

  // A part with its value in the heading, a plot if the value changes over the game, and its explanation.
  #part(name, heading, isOpen, ...contents) {
    return make('details', { 'data-part': name, open: isOpen }, make('summary', {}, heading), contents);
  }

  #plot(points, at, label, printed = null) {
    if (new Set(points.map(([, amount]) => amount).filter((amount) => amount !== null)).size < 2) return null;
    return plot(this.story, points, { at, printed, label, go: this.go });
  }

  #stat(stat, key, read, why, part, isOpen, at) {
    const differs = stat.printed !== null && stat.amount !== null && stat.printed !== stat.amount;
    const notes = [differs ? `printed ${amountText(stat.printed)}` : null,
      stat.isObserved && stat.seen === null ? 'as observed' : null,
      stat.seen === null ? null : `${amountText(stat.seen)} observed`,
      stat.isStale ? 'stale' : null, stat.isPrinted ? 'as printed' : null].filter((note) => note !== null);
    const heading = make('span', {}, said(stat.name), ' ', make('b', { class: 'amount' }, stat.told), ' ',
      make('small', {}, notes.join(', ')), ' ', stat.grade === 0 ? null : gradeBadge(stat.grade));
    const statement = this.story.statement(why);
    return this.#part(part, heading, isOpen, this.#plot(this.story.series(key, read), at, stat.name, stat.printed),
      statementList(statement), clauseList(this.story, [statement]));
  }

  #card(board, key, part, at) {
    const raw = board.get(key);
    if (raw === undefined) {
      this.title.textContent = 'A card';
      return [make('p', {}, 'At this event it is in a pile of unknown cards, or not in the game.')];
    }
    const card = this.story.card(raw);
    this.title.textContent = `${card.title} #${card.number}`;
    const [whys, control, kind] = board.get(`e${key.slice(1)}`) ?? [[], 0, 0];
    const place = [`in ${card.zoneName}${card.seat === 0 ? '' : ` of ${this.story.player(card.seat)}`}`,
      card.slot < 0 ? null : `slot ${card.slot}`, card.isTurned ? card.orientation : null,
      card.showsFace ? (card.isDown ? 'face down' : 'face up') : null, card.host === '' ? null : card.host]
      .filter((one) => one !== null);
    const amountOf = (stat) => (item) => item[10].find(([index]) => index === stat)?.[1] ?? null;
    const controlling = this.story.statement(control);
    const moves = this.story.movesOf(key, at);
    return [kind === 0 ? null : said(this.story.text(kind), 'p', { class: 'kind' }), said(place.join(', '), 'p'),
      card.words === '' ? null : said(card.words, 'p', { class: 'card-words' }),
      card.counters.length === 0 ? null : said(card.counters.join(', '), 'p'),
      ...card.stats.map((stat, index) => this.#stat(stat, key, amountOf(stat.stat), whys[index], `stat ${stat.stat}`,
        part === String(index), at)),
      card.changes.length === 0 ? null : make('ul', { class: 'why' }, card.changes.map(([what, event]) =>
        make('li', {}, said(what), ' ', eventLink(event)))),
      control === 0 ? null : this.#part('control', make('span', {}, 'Controlled by ', said(controlling.value, 'b')), false,
        statementList(controlling), clauseList(this.story, [controlling])),
      moves.length === 0 ? null : this.#part('moves', make('span', {}, 'What may be done with it'), false,
        moves.map(statementList), clauseList(this.story, moves))];
  }

  // The cards of a zone, those of a pile from its top.
  #zone(board, seat) {
    const { name, count, isPile, cards } = this.story.zones(board, seat).find(({ key }) => key === this.key);
    this.title.textContent = `${name} of ${this.story.player(seat)}`;
    const told = cards.map((card) => this.story.card(board.get(`c${card < 0 ? -1 - card : card}`)));
    return [make('p', { class: 'kind' }, count === 1 ? '1 card' : `${count} cards${isPile ? ', the topmost first' : ''}`),
      make('ol', { class: 'pile-cards' }, told.map(({ title, number, words }) => make('li', {}, said(title), ' ',
        make('small', {}, `#${number}`), words === '' ? null : said(words, 'p', { class: 'card-words' }))))];
  }

  // A player, a place, the game.
  #subject(board, key, part, at) {
    const raw = board.get(key);
    const isPlayer = key.startsWith('s');
    const who = isPlayer ? this.story.player(Number(key.slice(1))) : this.story.text(raw?.[0] ?? 0);
    this.title.textContent = who;
    if (raw === undefined) return [make('p', {}, 'Nothing is known of it at this event.')];
    const [values, stats, whys] = isPlayer ? [raw[0], [], []] : [raw[1], raw[2], raw[4]];
    const place = isPlayer ? 0 : 1;
    return [...values.map((one, index) => {
      const value = this.story.value(one);
      const heading = make('span', {}, said(value.name), ' ', make('b', { class: 'amount' }, amountText(value.amount)),
        ' ', value.grade === 0 ? null : gradeBadge(value.grade));
      const points = this.story.series(key, (item) => item[place].find(([name]) => name === one[0])?.[1] ?? null);
      const lines = this.story.history(value.history, at);
      return this.#part(`value ${index}`, heading, part === String(index), this.#plot(points, at, value.name),
        lines.map(statementList));
    }), ...stats.map((one, index) => {
      const stat = this.story.stat(one);
      const read = (item) => item[2].find(([name]) => name === stat.stat)?.[1] ?? null;
      return this.#stat(stat, key, read, whys[index], `stat ${stat.stat}`, part === `s${index}`, at);
    })];
  }

  #limit(board, index) {
    const limit = board.get('l')[index];
    this.title.textContent = limit === undefined ? 'A limit' : this.story.text(limit[0]);
    if (limit === undefined) return [make('p', {}, 'It is not in use at this event.')];
    const statement = this.story.statement(limit[4]);
    return [statementList(statement), clauseList(this.story, [statement])];
  }
}
