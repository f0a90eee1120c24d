// What the pages ask of the desk. The key of the session stays in this tab; a cookie goes along by itself.
// Invariant: no answer is waited for twice; what was refused says why.

const KEY = 'docket-desk-key';

class Refused extends Error {
  // `error` as docs/json.md has it: message, line, column.
  constructor(status, error) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

class Requests {
  // `closed(why)` shows that there is no session.
  constructor(closed) {
    this.closed = closed;
  }

  // Opens a link by its token.
  async enter(token) {
    const response = await this.#send('/enter', { 'Content-Type': 'application/json' }, JSON.stringify({ token }));
    if (!response.ok) {
      this.closed((await response.text()).trim());
      return false;
    }
    sessionStorage.setItem(KEY, (await response.json()).key);
    return true;
  }

  get isInside() {
    return sessionStorage.getItem(KEY) !== null;
  }

  async ask(name, data = {}) {
    return this.#answer(`/api/${name}`, { 'Content-Type': 'application/json' }, JSON.stringify(data));
  }

  // Sends a file: "game", "cards", or "deck" of a draft.
  async upload(kind, file, draft = 0) {
    return this.#answer('/api/upload', { 'Content-Type': 'application/octet-stream', 'X-Docket-Kind': kind,
      'X-Docket-File': encodeURIComponent(file.name), 'X-Docket-Draft': String(draft) }, file);
  }

  async #answer(path, fields, body) {
    const response = await this.#send(path, { ...fields, 'X-Docket-Key': sessionStorage.getItem(KEY) ?? '' }, body);
    if (response.status === 401) {
      sessionStorage.removeItem(KEY);
      this.closed('The desk was started again, or this session has ended.');
      throw new Refused(401, { message: 'The desk is closed.' });
    }
    const isJson = response.headers.get('Content-Type') === 'application/json';
    const told = isJson ? await response.json() : { error: { message: (await response.text()).trim() } };
    if (!response.ok) throw new Refused(response.status, told.error);
    return told;
  }

  async #send(path, headers, body) {
    try {
      return await fetch(path, { method: 'POST', headers, body, credentials: 'same-origin', redirect: 'error' });
    } catch {
      throw new Refused(0, { message: 'The desk does not answer: is docket desk running?' });
    }
  }
}

// The items that a command listed, and the first error that it told.
function itemsOf(ran) {
  return ran.lines.filter((line) => 'item' in line).map((line) => line.item);
}

function errorOf(ran) {
  const told = ran.lines.flatMap((line) => [line.error, line.item?.error, ...(line.item?.errors ?? [])])
    .filter((one) => one !== undefined && one !== null);
  if (told.length === 0) return ran.notes.trim();
  return told.map(({ message, line }) => (line === null || line === undefined ? message : `line ${line}: ${message}`)).join('\n');
}

// A catalogue as the desk names it: "NAME@VERSION".
function labelOf({ name, version }) {
  return version === '' ? name : `${name}@${version}`;
}
