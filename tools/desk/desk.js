// The desk: one page that shows, by its address, the games, a table or a slip.

class DeskPage {
  constructor() {
    this.requests = new Requests((why) => this.#close(why));
    this.start = new Start(this.requests);
    this.table = new Table(this.requests, (words) => this.#tell(words));
    this.slip = new SlipView(this.requests);
    window.addEventListener('hashchange', () => this.#route());
    document.querySelector('.home a').addEventListener('click', () => {
      if (location.hash === '#start') this.#route();  // the list may have changed
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
    if (!this.requests.isInside) return this.#close('');
    const [view, ...rest] = location.hash.slice(1).split('/');
    this.#tell('');
    try {
      await this.table.save();
      if (view === 'draft') await this.#show('table', () => this.table.openDraft(Number(rest[0])));
      else if (view === 'game') await this.#show('table', () => this.table.openGame(decodeURIComponent(rest[0])));
      else if (view === 'slip') await this.#show('slip', () => this.slip.show(decodeURIComponent(rest[1]), Number(rest[0])));
      else await this.#show('start', () => this.start.show());
    } catch (error) {
      if (error.status !== 401) this.#tell(error.message);
    }
    return undefined;
  }

  async #show(id, fill) {
    for (const section of document.querySelectorAll('main > section')) section.hidden = section.id !== id;
    if (id === 'start') document.title = 'Docket desk';
    await fill();
  }

  #close(why) {
    this.#show('door', () => {});
    document.getElementById('door-why').textContent = why;
  }

  #tell(words) {
    document.getElementById('told').textContent = words;
  }
}

new DeskPage();
