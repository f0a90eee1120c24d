// The desk: one page that shows the games, the live tables, a table or a slip, depending on its address. The archive's
// pages belong to the desk too, at an address of this session.

class DeskPage {
  constructor() {
    this.requests = new Requests((why) => this.#close(why));
    this.start = new Start(this.requests);
    this.table = new Table(this.requests, (words) => this.#tell(words));
    this.slip = new SlipView(this.requests);
    this.live = new LiveTables(this.requests);
    document.getElementById('leave').addEventListener('click', () => this.requests.leave());
    window.addEventListener('hashchange', () => this.#route());
    document.querySelector('.desk-bar').addEventListener('click', (event) => {
      if (event.target.closest('a')?.hash === location.hash) this.#route();  // the list may have changed
    });
    window.addEventListener('dragover', (event) => event.preventDefault());  // a file beside its place is not opened
    window.addEventListener('drop', (event) => event.preventDefault());
    this.#route();
  }

  async #route() {
    const address = location.hash.slice(1);
    if (/^[0-9a-f]{64}$/.test(address)) {
      history.replaceState(null, '', '#start');  // the token stays in no history
      if (!await this.requests.enter(address)) return;
    }
    if (!await this.requests.isInside()) return this.#close('');
    const [view, ...rest] = location.hash.slice(1).split('/');
    this.#tell('');
    try {
      await this.table.save();
      this.#greet(await this.requests.meet(), view);
      if (view === 'archive' || this.requests.me.role === 'viewer') {
        location.replace(`${this.requests.me.pages}index.html`);
        return undefined;
      }
      if (view === 'draft') await this.#show('table', () => this.table.openDraft(Number(rest[0])));
      else if (view === 'game') await this.#show('table', () => this.table.openGame(decodeURIComponent(rest[0])));
      else if (view === 'slip') await this.#show('slip', () => this.slip.show(decodeURIComponent(rest[1]), Number(rest[0])));
      else if (view === 'live') await this.#show('live', () => this.live.show());
      else await this.#show('start', () => this.start.show());
    } catch (error) {
      if (error.status !== 401) this.#tell(error.message);
    }
    return undefined;
  }

  #greet({ name }, view) {
    document.getElementById('who').hidden = name === '';
    document.getElementById('who-name').textContent = name;
    for (const link of document.querySelectorAll('.desk-bar a')) {
      const isHere = link.hash === `#${view === '' ? 'start' : view}`;
      if (isHere) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
  }

  async #show(id, fill) {
    if (id !== 'table') this.table.close();
    if (id !== 'live') this.live.close();
    for (const section of document.querySelectorAll('main > section')) section.hidden = section.id !== id;
    if (id === 'start') document.title = 'Docket desk';
    await fill();
  }

  #close(why) {
    document.getElementById('who').hidden = true;
    this.#show('door', () => {});
    document.getElementById('door-why').textContent = why;
  }

  #tell(words) {
    document.getElementById('told').textContent = words;
  }
}

new DeskPage();
