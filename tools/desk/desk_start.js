// The start page: the games, a new game, opening files.

const LIVE_MS = 2000;  // between two looks

// The live tables: drafts that are being typed, and games that are being recorded elsewhere.
class LiveTables {
  constructor(requests) {
    this.requests = requests;
  }

  async show() {
    this.close();
    document.title = 'Live tables - Docket desk';
    const number = this.shown = {};
    while (this.shown === number) {
      await this.#look();
      await new Promise((done) => { this.timer = setTimeout(done, LIVE_MS); });
    }
  }

  close() {
    clearTimeout(this.timer);
    this.shown = null;
  }

  async #look() {
    const [{ drafts }, { games }] = await Promise.all([this.requests.ask('drafts'), this.requests.ask('live')]);
    const typed = drafts.map(({ draft, game, writer }) => this.#table(`#draft/${draft}`, game === '' ? `Draft ${draft}` : game,
      writer === null ? 'no one is typing' : `${writer} is typing`, 'Draft'));
    const recorded = games.map(({ game, events }) => this.#table(`#game/${encodeURIComponent(game)}`, game, `${events} events`, 'Recorded'));
    const all = [...typed, ...recorded];
    document.getElementById('live-list').replaceChildren(...(all.length === 0 ? [make('li', { class: 'aside' }, 'No table is live.')] : all));
  }

  #table(address, name, words, kind) {
    return make('li', {}, make('a', { href: address }, said(name)), ' ', said(words, 'small'), ' ',
      make('span', { class: `tag ${kind === 'Draft' ? 'draft' : 'recorded'}` }, kind));
  }
}

class Start {
  constructor(requests) {
    this.requests = requests;
    this.byId = (id) => document.getElementById(id);
    this.byId('new-game').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#begin();
    });
    this.byId('new-ruleset').addEventListener('change', () => this.#showCatalogues());
    this.byId('paste').addEventListener('click', () => this.#try('file-told', () => this.#beginWith({ text: this.byId('pasted').value })));
    this.byId('game-file').addEventListener('change', (event) => this.#takeFiles(event.target.files, 'game'));
    this.byId('cards-file').addEventListener('change', (event) => this.#takeFiles(event.target.files, 'cards'));
    this.byId('find-game').addEventListener('input', () => this.#showGames());
    const drop = this.byId('drop');
    drop.addEventListener('dragover', (event) => event.preventDefault());
    drop.addEventListener('drop', (event) => {
      event.preventDefault();
      this.#takeFiles(event.dataTransfer.files);
    });
  }

  async show() {
    const [drafts, games, rulesets, catalogues] = await Promise.all(
      ['drafts', 'games', 'rulesets', 'catalogues'].map((name) => this.requests.ask(name)));
    this.byId('drafts-box').hidden = drafts.drafts.length === 0;
    this.byId('drafts').replaceChildren(...drafts.drafts.map(({ draft, game }) => make('li', {},
      make('a', { href: `#draft/${draft}` }, said(game === '' ? `Draft ${draft}` : game)), ' ',
      make('span', { class: 'tag draft' }, 'Draft'))));
    this.games = itemsOf(games).filter(({ replacedBy }) => replacedBy === null).reverse();
    this.#showGames();
    const names = [...new Set(itemsOf(rulesets).map(({ name }) => name))];
    const select = this.byId('new-ruleset');
    const chosen = select.value;
    select.replaceChildren(...names.map((name) => make('option', { value: name }, name)));
    if (names.includes(chosen)) select.value = chosen;
    this.catalogues = itemsOf(catalogues);
    this.#showCatalogues();
  }

  #showCatalogues() {
    const ruleset = this.byId('new-ruleset').value;
    const fitting = this.catalogues.filter((one) => one.ruleset === ruleset).reverse();
    this.byId('new-catalogue').replaceChildren(...fitting.map((one) => make('option', { value: labelOf(one) },
      `${labelOf(one)}, ${one.cards} cards`)), make('option', { value: '' }, 'no card file'));
  }

  // The next game is one with these cards.
  #choose(cards) {
    const stored = this.catalogues.find((one) => labelOf(one) === labelOf(cards));
    if (stored === undefined) return;
    this.byId('new-ruleset').value = stored.ruleset;
    this.#showCatalogues();
    this.byId('new-catalogue').value = labelOf(stored);
  }

  #showGames() {
    const MOST = 200;
    const wanted = this.byId('find-game').value.toLowerCase();
    const words = (game) => [game.game, ...game.players, game.event, game.round === null ? '' : `round ${game.round}`,
      game.table === null ? '' : `table ${game.table}`, game.date].filter((one) => one !== '');
    const found = this.games.filter((game) => words(game).join(' ').toLowerCase().includes(wanted));
    const items = found.slice(0, MOST).map((game) => make('li', {},
      make('a', { href: `#game/${encodeURIComponent(game.game)}` }, said(game.game)), ' ',
      said(words(game).slice(1).join(', '), 'small'), said(` ${game.events} events`, 'small'),
      game.parent === null ? null : said(` a branch of ${game.parent}, from event ${game.partedAt}`, 'small')));
    const rest = found.length > MOST ? [make('li', {}, `and ${found.length - MOST} more: search for one`)] : [];
    this.byId('games').replaceChildren(...(found.length === 0 ? [make('li', { class: 'aside' }, 'No game.')] : items), ...rest);
  }

  #begin() {
    const value = (id) => this.byId(id).value.trim();
    return this.#try('new-told', () => this.#beginWith({ id: value('new-id'), players: [value('new-p1'), value('new-p2')],
      ruleset: value('new-ruleset'), catalogue: value('new-catalogue') }));
  }

  async #beginWith(data) {
    const { draft } = await this.requests.ask('new-draft', data);
    location.hash = `#draft/${draft}`;
  }

  // Without a kind, a file is a game if it looks like one, else cards.
  #takeFiles(files, kind) {
    const [file] = files;
    if (file === undefined) return undefined;
    return this.#try('file-told', async () => {
      const isCards = /\.(cdb|db|sqlite)$/i.test(file.name);
      const told = await this.requests.upload(kind ?? (isCards ? 'cards' : 'game'), file);
      if (told.draft !== undefined) {
        location.hash = `#draft/${told.draft}`;
        return;
      }
      if (told.status > 1) throw new Refused(400, { message: errorOf(told) });
      const games = itemsOf(told).map(({ game, status, undefined: unknown = [] }) => make('p', {},
        make('a', { href: `#game/${encodeURIComponent(game)}` }, said(game)), `: ${status}`,
        unknown.length === 0 ? '' : `; ${unknown.length} of its cards are in no card file for its rules`));
      const cards = told.lines.map((line) => line.answer).filter((one) => one?.cards !== undefined);
      this.byId('file-told').replaceChildren(...games, ...cards.map(({ name, cards: count }) => said(`${name}: ${count} cards`, 'p')));
      await this.show();
      if (cards.length !== 0) this.#choose(cards.at(-1));
    });
  }

  // `place`: where a refusal is shown.
  async #try(place, act) {
    for (const id of ['new-told', 'file-told']) this.byId(id).replaceChildren();
    try {
      await act();
    } catch (error) {
      this.byId(place).replaceChildren(said(error.message, 'p', { class: 'mistake' }));
    }
  }
}
