// The requests to the desk. The key of the session stays in the tabs of the desk; the browser adds the cookie.
// Invariant: each answer is awaited once; a refusal has its reason; a table is followed by one request.

const KEY = 'docket-desk-key';
const PAGE = 'docket-desk-page';
const AGAIN_MS = 1000;  // after the desk was not reached
const OTHER_TAB_MS = 200;  // the time in which another tab answers

class Refused extends Error {
  // `error` as docs/json.md has it: message, line, column.
  constructor(status, error) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

class Requests {
  // `closed(why)` is called when the session is over.
  constructor(closed) {
    this.closed = closed;
    this.me = null;  // {name, role, pages}
    this.page = this.#ownPage();
    this.tabs = new BroadcastChannel('docket-desk');
    this.tabs.addEventListener('message', ({ data }) => {
      const key = sessionStorage.getItem(KEY);
      if (data === 'key?' && key !== null) this.tabs.postMessage({ key });
      if (data.key !== undefined) this.found?.(data.key);
    });
  }

  // A name that no other page has: the same one when the page is loaded again, another one for a tab that was duplicated
  // with its storage.
  async #ownPage() {
    const random = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16)).join('-');
    const kept = sessionStorage.getItem(PAGE);
    const page = kept !== null && await this.#hold(kept) ? kept : random;
    if (page === random) await this.#hold(random);
    sessionStorage.setItem(PAGE, page);
    return page;
  }

  // True if no other page holds that name.
  #hold(page) {
    return new Promise((done) => {
      navigator.locks.request(`${PAGE}-${page}`, { ifAvailable: true }, (lock) => {
        done(lock !== null);
        return lock === null ? undefined : new Promise(() => {});
      });
    });
  }

  // True if this tab has a session, or another tab of the desk shares its own.
  async isInside() {
    if (sessionStorage.getItem(KEY) !== null) return true;
    const key = await new Promise((done) => {
      this.found = done;
      setTimeout(() => done(null), OTHER_TAB_MS);
      this.tabs.postMessage('key?');
    });
    if (key !== null) sessionStorage.setItem(KEY, key);
    return key !== null;
  }

  // The person at this page, as the desk knows them.
  async meet() {
    this.me ??= await this.ask('who');
    return this.me;
  }

  async leave() {
    await this.ask('leave').catch(() => {});
    this.#end('You have left the desk.');
  }

  // Follows a table until the returned function is called; `told` gets the desk's reports about it.
  follow(subject, told) {
    const stop = new AbortController();
    this.#follow(subject, told, stop.signal);
    return () => stop.abort();
  }

  async #follow(subject, told, signal) {
    while (!signal.aborted) {
      try {
        const response = await fetch('/api/follow', { ...this.#said(await this.#fields(), JSON.stringify(subject)), signal });
        if (response.status === 401) this.#end('This session has ended.');
        if (response.status === 401 || response.status === 400) return;
        if (response.ok && await this.#hear(response.body, told)) return;
      } catch {
        // The desk was stopped, or the page is being left.
      }
      await new Promise((done) => { setTimeout(done, AGAIN_MS); });
    }
  }

  // Returns true if the table is over.
  async #hear(body, told) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ''; ;) {
      const { value, done } = await reader.read();
      if (done) return false;
      const messages = (text + value).split('\n\n');
      text = messages.pop();
      for (const message of messages) {
        if (!message.startsWith('data: ')) continue;
        const said = JSON.parse(message.slice('data: '.length));
        told(said);
        if (said.over) return true;
      }
    }
  }

  async #fields() {
    return { 'Content-Type': 'application/json', 'X-Docket-Key': sessionStorage.getItem(KEY) ?? '', 'X-Docket-Page': await this.page };
  }

  #end(why) {
    sessionStorage.removeItem(KEY);
    this.me = null;
    this.closed(why);
  }

  // Opens a link by its token. With the key of an open session the desk may keep that one.
  async enter(token) {
    await this.isInside();
    const response = await this.#send('/enter', await this.#fields(), JSON.stringify({ token }));
    if (!response.ok) {
      this.closed((await response.text()).trim());
      return false;
    }
    sessionStorage.setItem(KEY, (await response.json()).key);
    return true;
  }

  async ask(name, data = {}) {
    return this.#answer(`/api/${name}`, {}, JSON.stringify(data));
  }

  // Sends a file: "game", "cards", or "deck" of a draft.
  async upload(kind, file, draft = 0) {
    return this.#answer('/api/upload', { 'Content-Type': 'application/octet-stream', 'X-Docket-Kind': kind,
      'X-Docket-File': encodeURIComponent(file.name), 'X-Docket-Draft': String(draft) }, file);
  }

  async #answer(path, fields, body) {
    const response = await this.#send(path, { ...await this.#fields(), ...fields }, body);
    if (response.status === 401) {
      this.#end('The desk was restarted, another link was opened in this browser, or this session has ended.');
      throw new Refused(401, { message: 'The desk is closed.' });
    }
    const isJson = response.headers.get('Content-Type') === 'application/json';
    const told = isJson ? await response.json() : { error: { message: (await response.text()).trim() } };
    if (!response.ok) throw new Refused(response.status, told.error);
    return told;
  }

  #said(headers, body) {
    return { method: 'POST', headers, body, credentials: 'same-origin', redirect: 'error' };
  }

  async #send(path, headers, body) {
    try {
      return await fetch(path, this.#said(headers, body));
    } catch {
      throw new Refused(0, { message: 'The desk does not answer: is docket desk running?' });
    }
  }
}

// The items that a command listed, and its first error.
function itemsOf(ran) {
  return ran.lines.filter((line) => 'item' in line).map((line) => line.item);
}

function errorOf(ran) {
  const told = ran.lines.flatMap((line) => [line.error, line.item?.error, ...(line.item?.errors ?? [])])
    .filter((one) => one !== undefined && one !== null);
  if (told.length === 0) return ran.notes.trim();
  return told.map(({ message, file, line }) => {
    const named = file?.includes('/') ? file.split('/').at(-1) : '';  // not a question or a claim
    const place = [named, line ? `line ${line}` : ''].filter(Boolean).join(', ');
    return place === '' ? message : `${place}: ${message}`;
  }).join('\n');
}

// The desk's name for a catalogue: "NAME@VERSION".
function labelOf({ name, version }) {
  return version === '' ? name : `${name}@${version}`;
}
