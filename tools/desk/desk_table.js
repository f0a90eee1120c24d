// A table: the lines of a game on the left, its board, questions and decisions beside them. A draft can be edited; to a
// recorded game lines can only be added.
// Invariant: the page holds nothing that the desk has not saved, except the line that is being typed. Edits are sent
// one after the other; one that fails stays in the field. One page types at a table; the others follow it. The field is
// the current line, or a new one that goes in front of it: no line of another page is overwritten.

class Table {
  constructor(requests, tell) {
    const byId = (id) => document.getElementById(id);
    this.requests = requests;
    this.tell = tell;
    this.root = byId('table');
    this.board = new BoardView(byId('board'), null, (key) => this.#open(key));
    this.detail = new DetailPanel(byId('detail'), null, (event) => this.goTo(event));
    this.detail.dialog.addEventListener('close', () => this.board.focus(this.detail.key));
    this.words = new CardWords(byId('card-words'), byId('board'), (key) => this.#wordsOf(key));
    this.list = new LineList(byId('line-list'), (index) => (this.draft === null ? this.select(index, false) : this.#leave(index)));
    this.input = byId('typed');
    this.told = byId('typed-told');
    this.field = new TypedField(this.input, byId('offers'), (begun) => this.#offers(begun));
    this.questions = new Questions(requests, () => ({ ...this.subject(), at: this.event }), (act) => {
      this.show('lines');
      this.field.put(act);
    });
    this.decisions = new Decisions(requests, (event) => this.#loadGame(event), (event) => this.list.commentsOn(event));
    this.draft = null;
    this.isNew = false;  // the typed line is not in the list yet
    this.unsent = null;  // what was being typed when another page took over
    this.taken = 0;      // how often changes of other pages were shown
    this.queue = Promise.resolve();
    this.#listen(byId);
  }

  subject() {
    return this.draft === null ? { game: this.game } : { draft: this.draft };
  }

  async openDraft(number) {
    this.game = null;
    this.draft = number;
    this.#begin();
    const [told, catalogues] = await Promise.all([this.requests.ask('draft', { draft: number }), this.requests.ask('catalogues')]);
    this.catalogues = itemsOf(catalogues);
    this.#takeDraft(told);
    await this.decisions.open(null);
    this.select(this.list.lines.length - 1, true);
    this.#follow();
  }

  async openGame(name, event) {
    this.game = name;
    this.draft = null;
    this.#begin();
    const game = await this.#loadGame(event);
    this.game = game.game;
    await this.decisions.open(game);
    this.#follow();
  }

  // Shows the table after an event.
  goTo(event) {
    const line = this.list.lineOf(event);
    if (line < 0) return;
    if (this.draft === null) this.select(line, false);
    else this.#leave(line);
  }

  // Saves the line that is being typed, before another page is shown.
  async save() {
    if (this.draft === null) return;
    const { text } = this.unsent ?? { text: this.input.value };
    if (this.hasPen ? await this.#putTyped() !== null : this.unsent !== null) this.tell(`Not entered: ${text}`);
    this.close();
  }

  // Stops following other pages.
  close() {
    this.stopFollowing?.();
    this.stopFollowing = null;
    this.draft = null;
  }

  // -- others at the same table

  #follow() {
    const subject = this.subject();
    this.change = null;
    this.stopFollowing = this.requests.follow(subject, (said) => {
      if (JSON.stringify(subject) === JSON.stringify(this.subject())) this.#hear(said);
    });
  }

  #hear({ change, own, pen, writer, over, became }) {
    if (over) {
      this.close();
      location.hash = became === '' ? '#start' : `#game/${encodeURIComponent(became)}`;
      return;
    }
    const gets = pen && !this.hasPen;
    const isNews = this.change === null ? change !== 0 || !pen : change !== this.change && !own;
    this.change = change;
    this.#setPen(pen, writer);
    if (gets || isNews) this.#reload(gets);
  }

  #setPen(hasPen, writer = '') {
    this.hasPen = hasPen;
    document.getElementById('typing').hidden = !hasPen;
    document.getElementById('table-acts').hidden = !hasPen;
    document.getElementById('draft-cards').hidden = !hasPen || this.draft === null;
    document.getElementById('watching').hidden = hasPen;
    document.getElementById('watching-who').textContent = hasPen ? '' : `${writer} is typing here.`;
  }

  // Shows what others have done. A page that only watches shows the newest line; a decision that is begun keeps its event.
  #reload(gets) {
    if (this.draft === null) {
      const isAtEnd = this.line >= this.list.lines.length - 1 && !this.decisions.isBegun;
      return this.#loadGame(isAtEnd ? undefined : this.event).then(() => this.decisions.refresh());
    }
    this.queue = this.queue.then(async () => {
      if (this.draft === null) return;
      const told = await this.requests.ask('draft', { draft: this.draft });
      if (told.version === this.version && this.hasPen && !gets) return;
      const typed = this.#unsaved() ?? this.unsent;
      const placeOf = this.#takeOthers(told);
      this.unsent = typed === null ? null : { ...typed, ...placeOf(typed) };
      if (!this.hasPen) this.select(this.list.lines.length - 1, false);
      else if (this.unsent !== null) this.#resume();
      else if (gets) this.select(this.list.lines.length - 1, true);
    }).catch((error) => { this.tell(error.message); });
    return this.queue;
  }

  // What is typed and not saved yet, with its place.
  #unsaved() {
    const [at, text] = [this.line, this.input.value];
    const saved = this.isNew ? '' : this.list.lines[at]?.text ?? '';
    return text === saved ? null : { at, text, isNew: this.isNew };
  }

  // Shows a draft that others have changed. Returns where a typed line belongs now: in the place of its old text, or, if
  // that is no longer there, as a new line.
  #takeOthers(told) {
    const textsOf = () => this.list.lines.map(({ text }) => text);
    const before = textsOf();
    if (told.version !== this.version) this.taken += 1;
    this.#takeDraft(told);
    const after = textsOf();
    return ({ at, isNew }) => {
      const isAfterChange = at >= before.length - 1 || before.slice(0, at).some((text, index) => text !== after[index]);
      const now = Math.max(0, isAfterChange ? after.length - (before.length - at) : at);
      return { at: now, isNew: isNew || (after[now] !== before[at] && after[now] !== '') };
    };
  }

  // What was being typed is in the field again.
  #resume() {
    const { at, text, isNew } = this.unsent;
    this.unsent = null;
    this.select(at, true, isNew, text);
  }

  show(pane) {
    this.root.dataset.pane = pane;
    // On a wide screen the board is beside the lines.
    const [lines, board] = ['lines', 'board'].map((one) => document.querySelector(`#panes [data-of=${one}]`));
    const isBeside = lines.getClientRects().length === 0 && pane === 'lines';
    for (const button of document.querySelectorAll('#panes button')) {
      button.setAttribute('aria-pressed', String(button.dataset.of === pane || (isBeside && button === board)));
    }
  }

  #begin() {
    this.stopFollowing?.();
    this.hasPen = true;
    this.unsent = null;
    this.#setPen(true);
    document.querySelector('#panes [data-of=decide]').hidden = this.requests.me.role !== 'judge';
    this.list.show(0, []);
    this.questions.clear();
    this.field.clear();
    this.detail.dialog.close();
    this.shown = null;
    this.show('lines');
  }

  async #loadGame(event) {
    const game = await this.requests.ask('log', { game: this.game });
    this.list.show(0, game.lines);
    this.parent = game.parent;
    this.#head(game.game, 'Recorded', game.ruleset);
    this.event = event ?? game.events;
    const line = this.list.lineOf(this.event);
    this.select(line >= 0 ? line : this.list.lines.length - 1, false);
    return game;
  }

  #head(name, kind, rules) {
    document.getElementById('table-name').textContent = name;
    document.getElementById('table-kind').textContent = kind;
    document.getElementById('table-kind').className = `tag ${kind === 'Draft' ? 'draft' : 'recorded'}`;
    document.getElementById('table-rules').textContent = rules;
    document.getElementById('draft-cards').hidden = kind !== 'Draft' || !this.hasPen;
    document.title = `${name} - Docket desk`;
    this.#acts(kind === 'Draft');
  }

  #acts(isDraft) {
    const act = (words, does, kind = '') => make('button', { type: 'button', class: kind, click: does }, words);
    const file = (words, takes) => {
      const input = make('input', { type: 'file', class: 'unseen', 'aria-label': words, change: (event) => {
        const [chosen] = event.target.files;
        if (chosen !== undefined) takes(chosen);
      } });
      return make('label', { class: 'button' }, words, input);
    };
    document.getElementById('table-acts').replaceChildren(...(isDraft
      ? [act('Undo', () => this.#takeBack('undo')), act('Redo', () => this.#takeBack('redo')),
        file('Deck of P1', (chosen) => this.#addDeck(1, chosen)), file('Deck of P2', (chosen) => this.#addDeck(2, chosen)),
        act('Discard', () => this.#discard()), act('Record', () => this.#record(), 'main')]
      : [this.parent === null ? null : act('Compare with its parent', () => this.#compare())].filter((one) => one !== null)));
  }

  // -- the draft

  // The cards can be chosen as long as the game is a draft.
  #showCatalogues(told) {
    const field = document.getElementById('draft-catalogue');
    const labels = this.catalogues.filter(({ ruleset }) => ruleset === told.game?.ruleset).map(labelOf);
    field.replaceChildren(...[...labels, ''].map((label) => make('option', { value: label }, label === '' ? 'no card file' : label)));
    field.value = told.catalogue;
  }

  async #useCatalogue(catalogue) {
    if (await this.#putTyped() !== null) return;
    this.#takeDraft(await this.requests.ask('use-catalogue', { draft: this.draft, catalogue }));
    this.select(Math.min(this.line, this.list.lines.length - 1), false);
  }

  #takeDraft(told) {
    this.#showCatalogues(told);
    this.version = told.version;
    this.changed = told.first;
    this.list.show(told.first, told.lines);
    const name = told.game?.id ?? `Draft ${told.draft}`;
    this.#head(name, 'Draft', told.game?.ruleset ?? 'no rules yet');
  }

  // Sends a change after the earlier ones; `dataOf` returns its data once these are done, null for no change. Returns null
  // if the change was made. If another page has changed the draft meanwhile, that is shown instead, and the result is a
  // function from a typed line to its place (#takeOthers); what is being typed is there already.
  #change(name, dataOf = () => ({})) {
    const { taken } = this;
    this.queue = this.queue.then(async () => {
      if (taken !== this.taken) {
        this.told.textContent = 'Another page has changed this draft.';
        return ({ at }) => ({ at: Math.min(at, this.list.lines.length), isNew: true });
      }
      try {
        const data = dataOf();
        if (data === null) return null;
        this.#takeDraft(await this.requests.ask(name, { draft: this.draft, version: this.version, ...data }));
        this.told.textContent = '';
        return null;
      } catch (error) {
        this.told.textContent = error.message;
        if (error.status !== 409) return ({ at, isNew }) => ({ at, isNew });
        const told = await this.requests.ask('draft', { draft: this.draft });
        const typed = this.#unsaved();
        const placeOf = this.#takeOthers(told);
        if (typed !== null) this.#keep(typed, placeOf);
        return placeOf;
      }
    });
    return this.queue;
  }

  #keep(typed, placeOf) {
    this.unsent = { ...typed, ...placeOf(typed) };
    if (this.hasPen) this.#resume();
  }

  async #takeBack(name) {
    if (await this.#change(name) === null) this.select(Math.min(this.changed, this.list.lines.length - 1), true);
  }

  // Saves a line as typed. `goesOn`: another line follows it.
  #put(at, text, isNew, goesOn) {
    return this.#change('edit', () => {
      const before = isNew ? undefined : this.list.lines[at]?.text;
      const isLast = !isNew && at >= this.list.lines.length - 1;
      if (text === (isNew ? '' : before) && !(goesOn && isLast)) return null;
      return { first: at, count: before === undefined ? 0 : 1, lines: goesOn && isLast ? [text, ''] : [text] };
    });
  }

  #putTyped() {
    return this.#put(this.line, this.input.value, this.isNew, false);
  }

  // Enters the typed line. The next one can be typed at once: a new one below a line that was changed, unless there is
  // an empty one. If the line cannot be saved, it comes back.
  async #enter() {
    const [at, text, isNew] = [this.line, this.input.value, this.isNew];
    const { lines } = this.list;
    const isLast = !isNew && at >= lines.length - 1;
    if (this.#unsaved() === null && !isLast) {
      this.select(isNew ? at : at + 1, true);
      return;
    }
    this.line = at + 1;
    this.isNew = !isLast && (isNew || lines[at + 1].text !== '');
    this.input.value = '';
    this.field.clearChips();
    const placeOf = await this.#put(at, text, isNew, true);
    if (placeOf === null) {
      this.#showCurrent();
      return;
    }
    const typed = this.input.value;
    this.#keep({ at, text, isNew }, placeOf);
    if (typed !== '' && typed !== text) this.told.textContent += ` Not entered: ${typed}`;
  }

  // To another line, by its number before the typed one is saved.
  async #leave(to) {
    const isBelow = this.isNew && this.input.value !== '' && to >= this.line;
    if (await this.#putTyped() === null) this.select(isBelow ? to + 1 : to, true);
  }

  async #paste(text) {
    const [at, typed, isNew, lines] = [this.line, this.input.value, this.isNew, text.replace(/\r\n?/g, '\n').split('\n')];
    if (typed.trim() !== '') lines.unshift(typed);
    const placeOf = await this.#change('edit', () => ({ first: at, count: isNew ? 0 : 1,
      lines: !isNew && at >= this.list.lines.length - 1 ? [...lines, ''] : lines }));
    if (placeOf === null) this.select(at + lines.length, true);
  }

  // The line joins the one above it.
  async #join() {
    const [at, text, isNew] = [this.line - 1, this.input.value, this.isNew];
    const above = this.list.lines[at]?.text;
    if (above === undefined) return;
    const joined = () => (isNew && text === '' ? null : { first: at, count: isNew ? 1 : 2, lines: [above + text] });
    if (await this.#change('edit', joined) !== null) return;
    this.select(at, true);
    this.input.setSelectionRange(above.length, above.length);
  }

  async #addDeck(seat, file) {
    try {
      if (await this.#putTyped() !== null) return undefined;
      const { deck } = await this.requests.upload('deck', file, this.draft);
      const line = `P${seat} deck "${deck}"`;
      if (this.list.lines.some(({ text }) => text === line)) return await this.openDraft(this.draft);
      const last = this.list.lines.findLastIndex(({ kind }) => kind === 'header');
      if (await this.#change('edit', () => ({ first: last + 1, count: 0, lines: [line] })) !== null) return undefined;
      return this.select(this.list.lines.length - 1, true);
    } catch (error) {
      return this.tell(error.message);
    }
  }

  async #record() {
    if (await this.#putTyped() !== null) return;
    this.field.clearChips();  // a draft that has been recorded completes nothing
    try {
      const told = await this.requests.ask('record', { draft: this.draft });
      if (told.game === undefined) {
        this.tell(errorOf(told));
        return;
      }
      this.draft = null;
      location.hash = `#game/${encodeURIComponent(told.game)}`;
    } catch (error) {
      this.tell(error.message);
    }
  }

  async #discard() {
    if (!window.confirm('Discard this draft? This cannot be undone.')) return;
    this.field.clearChips();
    await this.requests.ask('discard', { draft: this.draft });
    this.draft = null;
    location.hash = '#start';
  }

  // -- a recorded game

  async #add(line) {
    if (line === '') return false;
    try {
      const ran = await this.requests.ask('add-line', { game: this.game, line });
      const [item] = itemsOf(ran);
      if (ran.status !== 0 || item?.n === undefined) {
        this.told.textContent = errorOf(ran);
        return false;
      }
      this.told.textContent = '';
      this.field.clear();
      await this.#loadGame(item.n);
      this.input.focus();
      return true;
    } catch (error) {
      this.told.textContent = error.message;
      return false;
    }
  }

  #compare() {
    this.show('decide');
    return this.decisions.compare(this.game);
  }

  #askOf(title, asked, whyNot = false, actsOf = () => []) {
    this.show('ask');
    return this.questions.explain(title, asked, whyNot, actsOf);
  }

  // The answer can become a ruling on the event, as the rules have it.
  #askLegality(title, whyNot) {
    const { event } = this;
    return this.#askOf(title, ['legal', String(event)], whyNot, ({ explanation }) => {
      this.decisions.explained(event, explanation);
      if (this.draft !== null || this.requests.me.role !== 'judge') return [];
      const isLegal = explanation.value === 'legal';
      if (!isLegal && !['ILLEGAL', 'IMPOSSIBLE'].includes(explanation.value)) return [];
      const claim = isLegal ? `legal(${event})` : `not legal(${event})`;
      return [make('button', { type: 'button', click: () => this.#decideOn(claim, this.decisions.clausesOf(event)) }, `Decide: ${claim}`)];
    });
  }

  #movesOf(card, number) {
    this.show('ask');
    return this.questions.askMoves(`Moves of ${card.title} ${number}`, number);
  }

  #decideOn(claim, clauses = []) {
    this.show('decide');
    this.decisions.claim(claim, clauses);
    const judge = document.getElementById('judge');
    (judge.value === '' ? judge : document.getElementById('claim')).focus();
  }

  // -- lines and the board

  // The current line; in a draft it is the one that is typed, or a new one in front of it.
  select(index, focuses, isNew = false, text = undefined) {
    this.line = Math.max(0, index);
    this.isNew = isNew;
    if (this.draft !== null) {
      this.input.value = text ?? (isNew ? '' : this.list.lines[this.line]?.text ?? '');
      if (focuses) this.input.focus();
    }
    this.#showCurrent();
  }

  // The table of a new line is that after the line above it.
  #showCurrent() {
    const shown = this.isNew ? this.line - 1 : this.line;
    this.list.mark(shown);
    this.event = this.list.eventAt(shown);
    this.input.placeholder = this.draft === null ? 'Continue with' : this.isNew ? 'A new line here' : 'What happened next?';
    this.field.refresh();
    this.questions.when.textContent = this.event === 0 ? 'Before the first event' : `After event ${this.event}`;
    document.getElementById('ask-event').hidden = this.event === 0;
    this.decisions.at(this.event);
    this.#drawBoard();
  }

  async #drawBoard() {
    const [subject, event] = [this.subject(), this.event];
    const wanted = JSON.stringify([subject, event, this.version]);
    this.wanted = wanted;
    const when = document.getElementById('board-when');
    try {
      const story = new Story(await this.requests.ask('board', { ...subject, at: event }));
      if (this.wanted !== wanted) return;
      this.board.story = this.detail.story = this.story = story;
      this.shown = story.from;
      this.board.show(story.from);
      performance.mark('docket-table');
      const moment = story.text(story.board(story.from).get('g')[0]);
      when.textContent = `${story.from === 0 ? 'Before the first event' : `After event ${story.from}`}${moment === '' ? '' : `, ${moment}`}`;
      if (this.detail.dialog.open) this.detail.show(story.from);
    } catch (error) {
      if (this.wanted !== wanted) return;
      document.getElementById('board').replaceChildren();
      when.textContent = error.message;
    }
  }

  #offers(begun) {
    return this.draft === null ? this.requests.ask('offers', { game: this.game, begun })
      : this.requests.ask('offers', { draft: this.draft, line: this.line, begun });
  }

  #wordsOf(key) {
    const board = this.story.board(this.shown);
    const raw = board.get(key);
    if (raw === undefined) return null;
    const { title, words } = this.story.card(raw);
    const kind = this.story.text(board.get(`e${key.slice(1)}`)?.[2] ?? 0);
    return words === '' && kind === '' ? null : { title, kind, words };
  }

  // A card that is tapped while a line is being typed is inserted into it; anything else is explained.
  #open(key) {
    const isTyping = this.input.value.trim() !== '' && this.input.value !== this.list.lines[this.line]?.text;
    if (/^c\d+$/.test(key) && isTyping) {
      this.field.insert(this.#reference(key));
      return;
    }
    this.detail.open(key, this.shown);
    document.getElementById('detail-acts').replaceChildren(...this.#detailActs(key));
  }

  // The name of a card in a line.
  #reference(key) {
    const { number, title, known } = this.story.card(this.story.board(this.shown).get(key));
    return known ? `"${title.replaceAll('"', '\\"')}" #${number}` : `#${number}`;
  }

  #detailActs(key) {
    const [item, part] = key.split('.');
    if (!item.startsWith('c')) return [];
    const card = this.story.card(this.story.board(this.shown).get(item));
    const number = `#${card.number}`;
    const act = (words, does) => make('button', { type: 'button', click: () => {
      this.detail.dialog.close();
      does();
    } }, words);
    const known = card.stats.filter(({ amount }, index) => amount !== null && part === String(index));  // the one that was tapped
    return [act('Insert into the line', () => {
      this.show('lines');
      this.field.insert(this.#reference(item));
    }), act('Moves', () => this.#movesOf(card, number)), act('Limits', () => this.#askOf(`Limits of ${card.title} ${number}`, ['limit', number])),
    ...known.map(({ name }) => act(`Why not, ${name}`, () => this.#askOf(`Why is ${name} of ${card.title} ${number} not different?`, [number, name], true))),
    ...(this.draft === null ? known.map(({ name, amount }) =>
      act(`Decide: ${name} is ${amount}`, () => this.#decideOn(`stat(${number}, "${name}") = ${amount}`))) : [])];
  }

  #listen(byId) {
    byId('typing').addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.draft === null) this.#add(this.input.value.trim());
      else this.#enter();
    });
    this.input.addEventListener('keydown', (event) => this.#press(event));
    this.input.addEventListener('paste', (event) => {
      const text = event.clipboardData.getData('text/plain');
      if (this.draft === null || !text.trim().includes('\n')) return;
      event.preventDefault();
      this.#paste(text.replace(/\n+$/, ''));
    });
    byId('take-over').addEventListener('click', () => this.requests.ask('take-over', this.subject())
      .catch((error) => this.tell(error.message)));
    byId('draft-catalogue').addEventListener('change', (event) => this.#useCatalogue(event.target.value));
    byId('was-legal').addEventListener('click', () => this.#askLegality(`Was event ${this.event} legal?`, false));
    byId('why-not').addEventListener('click', () => this.#askLegality(`Why was event ${this.event} not legal?`, true));
    byId('panes').addEventListener('click', (event) => {
      const button = event.target.closest('button');
      if (button !== null) this.show(button.dataset.of);
    });
    this.root.addEventListener('click', (event) => {
      const address = event.target.closest('a')?.getAttribute('href') ?? '';
      const found = /^#e(\d+)$/.exec(address);
      if (found === null) return;
      event.preventDefault();
      this.goTo(Number(found[1]));
    });
  }

  #press(event) {
    if (this.draft === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowUp: -1, ArrowDown: this.isNew ? 0 : 1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const to = this.line + step;
      if (to >= 0 && to < this.list.lines.length) this.#leave(to);
    }
    if (event.key === 'Backspace' && this.input.selectionStart === 0 && this.input.selectionEnd === 0) {
      event.preventDefault();
      this.#join();
    }
  }
}
