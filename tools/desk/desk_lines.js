// The lines of a draft or a recorded game, each with its event's number and its mistakes below.
// Invariant: one line is the current one; the board is the one after it.

class LineList {
  // `choose(index)` is called when a line is tapped.
  constructor(root, choose) {
    this.root = root;
    this.choose = choose;
    this.lines = [];
    this.current = -1;
    root.addEventListener('click', (event) => {
      const button = event.target.closest('button.line');
      if (button !== null) choose([...root.children].indexOf(button.parentElement));
    });
  }

  // Replaces the lines from `first` on.
  show(first, lines) {
    this.lines.splice(first, this.lines.length - first, ...lines);
    while (this.root.children.length > first) this.root.lastElementChild.remove();
    this.root.append(...lines.map((line) => this.#item(line)));
    this.mark(Math.min(this.current, this.lines.length - 1));
  }

  #item(line) {
    const isEvent = line.kind === 'event' && line.mistake === null;
    const state = line.mistake !== null ? 'mistaken' : line.finding ? 'found' : line.kind;
    const indent = line.depth ?? 0;
    return make('li', { class: `${state} ${/^\s*==/.test(line.text) ? 'turn' : ''}` },
      make('button', { type: 'button', class: 'line' }, make('span', { class: 'number' }, isEvent ? String(line.event) : ''),
        line.text.trim() === '' ? make('span', { class: 'unseen' }, 'Empty line') : null,
        said(`${'\u2003'.repeat(indent)}${line.text}`, 'span', { class: 'text' })),
      (line.details ?? []).map((detail) => said(detail, 'p', { class: 'detail' })),
      line.mistake === null ? null : said(line.mistake.message, 'p', { class: 'mistake' }),
      line.comments.map((comment) => said(comment, 'p', { class: `comment ${commentKind(comment)}` })));
  }

  mark(index) {
    this.root.children[this.current]?.removeAttribute('aria-current');
    this.current = index;
    const item = this.root.children[index];
    if (item === undefined) return;
    item.setAttribute('aria-current', 'true');
    item.scrollIntoView({ block: 'nearest' });
  }

  // The event after which the table of a line is; 0 before the first.
  eventAt(index) {
    return this.lines[Math.min(index, this.lines.length - 1)]?.event ?? 0;
  }

  // The comments on an event.
  commentsOn(event) {
    return this.lines[this.lineOf(event)]?.comments ?? [];
  }

  // The line of an event; -1 if there is none.
  lineOf(event) {
    return this.lines.findIndex((line) => line.kind === 'event' && line.mistake === null && line.event === event);
  }
}

function commentKind(comment) {
  if (/^(ILLEGAL|IMPOSSIBLE|wrong|DIVERGED)/.test(comment)) return 'bad';
  if (/^right/.test(comment)) return 'good';
  return 'perhaps';
}

// A field with chips for its completions.
class TypedField {
  // `offersOf(begun)` asks for {from, offers}.
  constructor(input, chips, offersOf) {
    this.input = input;
    this.chips = chips;
    this.offersOf = offersOf;
    this.asked = 0;
    input.addEventListener('input', () => this.refresh());
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Tab' && !event.shiftKey && input.value !== '' && this.chips.children.length !== 0) {
        event.preventDefault();
        this.#takeFirst();
      }
      if (event.key === 'Escape') this.clearChips();
    });
  }

  // The text before the cursor.
  get begun() {
    return this.input.value.slice(0, this.input.selectionStart ?? this.input.value.length);
  }

  // Asks for completions shortly.
  refresh() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#ask(), 60);
  }

  async #ask() {
    clearTimeout(this.timer);
    const number = ++this.asked;
    const begun = this.begun;
    try {
      const { from, offers } = await this.offersOf(begun);
      if (number === this.asked) this.#show(begun, from, offers.slice(0, MOST_CHIPS));
    } catch {
      this.chips.replaceChildren();  // the line itself says what is wrong once it is entered
    }
  }

  #show(begun, from, offers) {
    this.offered = begun;
    this.chips.replaceChildren(...offers.map(({ text, about }) => make('button', { type: 'button', click: () => {
      if (this.begun !== begun) return;
      const before = begun.slice(0, from);
      const glue = /["')]$/.test(before) && /^\w/.test(text) ? ' ' : '';
      this.put((/^[,)]/.test(text) ? before.trimEnd() : before) + glue + text, this.input.value.slice(begun.length));
    } }, said(text), about === '' ? null : said(` ${about}`, 'small'))));
  }

  // The chips may still be those of an earlier text.
  async #takeFirst() {
    if (this.offered !== this.begun) await this.#ask();
    this.chips.firstElementChild?.click();
  }

  put(before, after = '') {
    const blank = after.startsWith(' ') || before.endsWith('(') ? '' : ' ';
    const at = before.length + (before.endsWith('(') ? 0 : 1);
    this.input.value = before + blank + after;
    this.input.focus();
    this.input.setSelectionRange(at, at);
    this.refresh();
  }

  // Puts words where the cursor is.
  insert(words) {
    const at = this.input.selectionStart ?? this.input.value.length;
    const before = this.input.value.slice(0, at);
    this.put(before + (before === '' || before.endsWith(' ') ? '' : ' ') + words, this.input.value.slice(at));
  }

  clear() {
    this.input.value = '';
    this.clearChips();
  }

  clearChips() {
    clearTimeout(this.timer);
    this.asked += 1;
    this.chips.replaceChildren();
  }
}

const MOST_CHIPS = 40;
