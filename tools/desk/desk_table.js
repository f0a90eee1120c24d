// A table: the lines of a game on the left, its board, questions and decisions beside them. A draft can be edited; to a
// recorded game lines can only be added.
// Invariant: the page holds nothing that the desk has not saved, except the line that is being typed. Edits are sent
// one after the other; one that fails stays in the field. One page types at a table; the others follow it.

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
    this.decisions = new Decisions(requests, (event) => this.#loadGame(event));
    this.draft = null;
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
    if (this.hasPen) await this.#put(this.line, this.input.value, false);
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

  // Shows what others have done. A page that only watches shows the newest line.
  #reload(gets) {
    if (this.draft === null) {
      const isAtEnd = this.line >= this.list.lines.length - 1;
      return this.#loadGame(isAtEnd ? undefined : this.event).then(() => this.decisions.refresh());
    }
    this.queue = this.queue.then(async () => {
      if (this.draft === null) return;
      this.#takeDraft(await this.requests.ask('draft', { draft: this.draft }));
      if (gets || !this.hasPen) this.select(this.list.lines.length - 1, gets);
    }).catch((error) => { this.tell(error.message); });
    return this.queue;
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
    this.input.placeholder = kind === 'Draft' ? 'What happened next?' : 'Continue with';
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
    await this.#put(this.line, this.input.value, false);
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

  // Sends a change after the earlier ones; `dataOf` returns its data once these are done, null for no change. If
  // another page has changed the draft meanwhile, that is shown instead. Returns true if the change was made.
  #change(name, dataOf = () => ({})) {
    this.queue = this.queue.then(async () => {
      try {
        const data = dataOf();
        if (data === null) return true;
        this.#takeDraft(await this.requests.ask(name, { draft: this.draft, version: this.version, ...data }));
        this.told.textContent = '';
        return true;
      } catch (error) {
        if (error.status === 409) this.#takeDraft(await this.requests.ask('draft', { draft: this.draft }));
        this.told.textContent = error.message;
        return false;
      }
    });
    return this.queue;
  }

  async #takeBack(name) {
    if (await this.#change(name)) this.select(Math.min(this.changed, this.list.lines.length - 1), true);
  }

  // Saves a line as typed. `goesOn`: another line follows it.
  #put(at, text, goesOn) {
    return this.#change('edit', () => {
      const before = this.list.lines[at]?.text;
      const isLast = at >= this.list.lines.length - 1;
      if (text === before && !(goesOn && isLast)) return null;
      return { first: at, count: before === undefined ? 0 : 1, lines: goesOn && isLast ? [text, ''] : [text] };
    });
  }

  // Enters the typed line. The next one can be typed at once; if this one cannot be saved, it comes back.
  async #enter() {
    const [at, text] = [this.line, this.input.value];
    this.line = at + 1;
    this.input.value = this.list.lines[at + 1]?.text ?? '';
    this.field.clearChips();
    if (await this.#put(at, text, true)) {
      this.#showCurrent();
      return;
    }
    const typed = this.input.value;
    this.select(at, true);
    this.input.value = text;
    if (typed !== '') this.told.textContent += ` Not entered: ${typed}`;
  }

  async #leave(to) {
    if (await this.#put(this.line, this.input.value, false)) this.select(to, true);
  }

  async #paste(text) {
    const [at, lines] = [this.line, text.replace(/\r\n?/g, '\n').split('\n')];
    const isDone = await this.#change('edit', () => ({ first: at, count: 1,
      lines: at >= this.list.lines.length - 1 ? [...lines, ''] : lines }));
    if (isDone) this.select(at + lines.length, true);
  }

  // The line joins the one above it.
  async #join() {
    const at = this.line - 1;
    const above = this.list.lines[at]?.text;
    const text = this.input.value;
    if (above === undefined || !await this.#change('edit', () => ({ first: at, count: 2, lines: [above + text] }))) return;
    this.select(at, true);
    this.input.setSelectionRange(above.length, above.length);
  }

  async #addDeck(seat, file) {
    try {
      const { deck } = await this.requests.upload('deck', file, this.draft);
      const line = `P${seat} deck "${deck}"`;
      if (this.list.lines.some(({ text }) => text === line)) return await this.openDraft(this.draft);
      const last = this.list.lines.findLastIndex(({ kind }) => kind === 'header');
      await this.#change('edit', () => ({ first: last + 1, count: 0, lines: [line] }));
      return this.select(this.list.lines.length - 1, true);
    } catch (error) {
      return this.tell(error.message);
    }
  }

  async #record() {
    if (!await this.#put(this.line, this.input.value, false)) return;
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

  #askOf(title, asked, whyNot = false) {
    this.show('ask');
    return this.questions.explain(title, asked, whyNot);
  }

  #movesOf(card, number) {
    this.show('ask');
    return this.questions.askMoves(`Moves of ${card.title} ${number}`, number);
  }

  #decideOn(claim) {
    this.show('decide');
    if (claim !== '') this.decisions.claim(claim);
    document.getElementById('claim').focus();
  }

  // -- lines and the board

  // The current line; in a draft it is the one that is typed.
  select(index, focuses) {
    this.line = Math.max(0, index);
    if (this.draft !== null) {
      this.input.value = this.list.lines[this.line]?.text ?? '';
      if (focuses) this.input.focus();
    }
    this.#showCurrent();
  }

  #showCurrent() {
    this.list.mark(this.line);
    this.event = this.list.eventAt(this.line);
    this.field.refresh();
    this.questions.when.textContent = this.event === 0 ? 'Before the first event' : `After event ${this.event}`;
    document.getElementById('ask-event').hidden = this.event === 0;
    this.decisions.at(this.event, this.list.commentsOn(this.event));
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
    const [item] = key.split('.');
    if (!item.startsWith('c')) return [];
    const card = this.story.card(this.story.board(this.shown).get(item));
    const number = `#${card.number}`;
    const act = (words, does) => make('button', { type: 'button', click: () => {
      this.detail.dialog.close();
      does();
    } }, words);
    const known = card.stats.filter(({ amount }) => amount !== null);
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
    byId('was-legal').addEventListener('click', () => this.#askOf(`Was event ${this.event} legal?`,
      ['legal', String(this.event)]));
    byId('why-not').addEventListener('click', () => this.#askOf(`Why was event ${this.event} not legal?`,
      ['legal', String(this.event)], true));
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
    const to = this.line + ({ ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0);
    if (to !== this.line) {
      event.preventDefault();
      if (to >= 0 && to < this.list.lines.length) this.#leave(to);
    }
    if (event.key === 'Backspace' && this.input.selectionStart === 0 && this.input.selectionEnd === 0) {
      event.preventDefault();
      this.#join();
    }
  }
}
