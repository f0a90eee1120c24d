// The page: shows the board at an event, and moves it. Without this script the page has the transcript, the findings, the
// rulings and the last board.

class View {
  constructor() {
    const byId = (id) => document.getElementById(id);
    this.story = new Story(JSON.parse(byId('data').textContent));
    this.marks = marksOf(document);
    this.flagged = [...new Set(this.marks.map(({ event }) => event))];
    this.slider = byId('slider');
    this.where = byId('where');
    this.main = document.querySelector('main');
    this.scroll = document.querySelector('#transcript .scroll');
    // The height of a turn that was not visible yet.
    for (const turn of document.querySelectorAll('.turn')) laid(turn, { lines: turn.querySelectorAll('li[id]').length + 1 });
    this.keys = byId('keys');
    this.board = new BoardView(byId('board'), this.story, (key) => this.detail.open(key, this.at));
    this.words = new CardWords(byId('card-words'), byId('board'), (key) => this.#wordsOf(key));
    this.traced = byId('traced-plot');
    this.search = new Search(byId('search'), byId('found'), byId('transcript'), (event) => this.go(event));
    this.paper = new Paper(byId('paper'), byId('printed'), this.story);
    this.detail = new DetailPanel(byId('detail'), this.story, (event) => this.go(event));
    this.detail.dialog.addEventListener('close', () => this.board.focus(this.detail.key));
    this.slider.max = this.story.events;
    for (const id of ['bar', 'board', 'find']) byId(id).hidden = false;
    document.documentElement.classList.add('stepping');
    this.line = new TimeLine(byId('line'), this.story, this.marks);
    fillLegend(byId('flags'), byId('letters'), this.story);
    const bar = byId('bar');
    new ResizeObserver(() => laid(document.documentElement, { bar: `${bar.offsetHeight}px` })).observe(bar);
    this.#listen(byId);
    const asked = eventIn(location.hash);
    this.go(asked ?? this.story.data.opens);
    // The board shows the requested event; the browser scrolls to it in the transcript.
    if (asked !== null) window.addEventListener('load', () => requestAnimationFrame(() => this.main.scrollIntoView()));
  }

  go(event) {
    this.at = Math.max(0, Math.min(event, this.story.events));
    this.slider.value = this.at;
    this.#say();
    this.board.show(this.at);
    if (this.detail.dialog.open) this.detail.show(this.at);
    if (this.traced !== null) this.#plotTraced();
    this.#mark();
    this.#address();
  }

  #plotTraced() {
    this.traced.replaceChildren(plot(this.story, this.story.data.trace, { at: this.at,
      label: document.getElementById('traced-title').textContent, go: (event) => this.go(event) }));
  }

  // A step of the reader: scrolls the board into view if necessary.
  #step(event) {
    this.go(event);
    const { top, bottom } = document.getElementById('board').getBoundingClientRect();
    if (top > window.innerHeight / 2 || bottom < window.innerHeight / 4) this.main.scrollIntoView();
  }

  // The address names the event, so that it can be copied. Browsers limit how often it may change.
  #address() {
    clearTimeout(this.telling);
    this.telling = setTimeout(() => history.replaceState(null, '', `#e${this.at}`), 150);
  }

  #wordsOf(key) {
    const board = this.story.board(this.at);
    const raw = board.get(key);
    if (raw === undefined) return null;
    const { title, words } = this.story.card(raw);
    const kind = this.story.text(board.get(`e${key.slice(1)}`)?.[2] ?? 0);
    return words === '' && kind === '' ? null : { title, kind, words };
  }

  #listen(byId) {
    const steps = { first: () => 0, back: () => this.at - 1, next: () => this.at + 1, last: () => this.story.events,
      'finding-back': () => this.#flagBefore(), 'finding-next': () => this.#flagAfter() };
    for (const [id, to] of Object.entries(steps)) byId(id).addEventListener('click', () => this.#step(to()));
    byId('finding-back').disabled = this.flagged.length === 0;
    byId('finding-next').disabled = this.flagged.length === 0;
    this.slider.addEventListener('input', () => this.#step(Number(this.slider.value)));
    const keys = { ArrowLeft: steps.back, ArrowRight: steps.next, Home: steps.first, End: steps.last,
      n: steps['finding-next'], p: steps['finding-back'], d: () => this.story.data.opens };
    byId('keys-open').addEventListener('click', () => this.keys.showModal());
    byId('keys-close').addEventListener('click', () => this.keys.close());
    document.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.target === this.search.field || this.keys.open) return;
      if (event.key === '?') this.keys.showModal();
      if (event.key === '/') {
        event.preventDefault();
        this.search.field.focus();
      }
      if (!Object.hasOwn(keys, event.key)) return;
      if (event.target === this.slider && event.key.length > 1) return;  // it moves by itself
      event.preventDefault();
      this.#step(keys[event.key]());
    });
    document.addEventListener('click', (event) => {
      const address = event.target.closest('a')?.getAttribute('href') ?? '';
      const to = eventIn(address);
      if (to === null) {
        if (address.startsWith('#')) bring(document.getElementById(address.slice(1)));
        return;
      }
      event.preventDefault();
      this.go(to);
      if (!this.detail.dialog.contains(event.target)) this.main.scrollIntoView();
    });
    window.addEventListener('hashchange', () => {
      const to = eventIn(location.hash);
      if (to !== null) this.go(to);
    });
    // On paper the verdict has the reasons; the trees of all findings would be too long.
    window.addEventListener('beforeprint', () => {
      this.folded = [...document.querySelectorAll('#verdict details:not([open])')];
      for (const one of this.folded) one.open = true;
    });
    window.addEventListener('afterprint', () => {
      for (const one of this.folded ?? []) one.open = false;
    });
  }

  #flagBefore() {
    return this.flagged.findLast((event) => event < this.at) ?? this.at;
  }

  #flagAfter() {
    return this.flagged.find((event) => event > this.at) ?? this.at;
  }

  // The position of the board, for the eye and for a screen reader.
  #say() {
    const when = this.story.text(this.story.board(this.at).get('g')[0]);
    const [event, rest, line] = this.where.children;
    event.firstElementChild.textContent = this.at === 0 ? 'Before the first event' : `Event ${this.at}`;
    event.firstElementChild.href = `#e${this.at}`;
    rest.textContent = ` of ${this.story.events}${when === '' ? '' : `, ${when}`}`;
    line.textContent = this.at === 0 ? '' : this.#item().querySelector('p').textContent;
    this.slider.setAttribute('aria-valuetext', `${event.textContent}${rest.textContent}`);
  }

  #item() {
    return document.getElementById(`e${this.at}`);
  }

  // Marks the event in the transcript, and scrolls it into view there without moving the page.
  #mark() {
    this.marked?.removeAttribute('aria-current');
    this.marked = this.at === 0 ? null : this.#item();
    this.marked?.setAttribute('aria-current', 'step');
    if (this.scroll.scrollHeight <= this.scroll.clientHeight) return;
    const bring = () => {
      if (this.marked === null) {
        this.scroll.scrollTop = 0;
        return;
      }
      const from = this.marked.getBoundingClientRect().top - this.scroll.getBoundingClientRect().top;
      const middle = this.scroll.clientHeight * 0.4;
      if (from < 0 || from > this.scroll.clientHeight - 60) this.scroll.scrollTop += from - middle;
    };
    bring();
    requestAnimationFrame(bring);  // distant parts are laid out only when they come near
  }
}

// The event that "#e45" names; null for anything else.
function eventIn(hash) {
  const found = /^#e(\d+)$/.exec(hash);
  return found === null ? null : Number(found[1]);
}

// Scrolls to a part of the page until it stays in view: distant parts are laid out only when they come near.
function bring(part, frames = 12) {
  if (part === null || frames === 0) return;
  requestAnimationFrame(() => {
    part.scrollIntoView();
    bring(part, frames - 1);
  });
}

new View();
