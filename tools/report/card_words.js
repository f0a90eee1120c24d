// The text of a card, next to its name while the pointer or the focus is on it.
// Invariant: it stays while the pointer is on it, and Escape closes it.

const UNTIL_SHOWN = 250;  // milliseconds
const UNTIL_GONE = 200;

class CardWords {
  // `wordsOf(key)` returns {title, kind, words} for a button, null if it has no text.
  constructor(box, root, wordsOf) {
    this.box = box;
    this.wordsOf = wordsOf;
    root.addEventListener('pointerover', (event) => {
      if (event.pointerType === 'mouse') this.#later(event.target.closest('.name[data-key^="c"]'), UNTIL_SHOWN);
    });
    root.addEventListener('pointerout', () => this.#later(null, UNTIL_GONE));
    root.addEventListener('focusin', (event) => {
      if (event.target.matches('.name[data-key^="c"]:focus-visible')) this.#show(event.target);
      else this.#hide();
    });
    root.addEventListener('focusout', () => this.#later(null, UNTIL_GONE));
    box.addEventListener('pointerenter', () => clearTimeout(this.timer));
    box.addEventListener('pointerleave', () => this.#later(null, UNTIL_GONE));
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#hide();
    });
    document.addEventListener('scroll', () => this.#hide(), { passive: true });
  }

  #later(button, after) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (button === null ? this.#hide() : this.#show(button)), after);
  }

  #hide() {
    clearTimeout(this.timer);
    this.box.hidden = true;
    this.button?.removeAttribute('aria-describedby');
  }

  #show(button) {
    this.#hide();
    const told = button.isConnected ? this.wordsOf(button.dataset.key) : null;
    if (told === null) return;
    this.box.replaceChildren(said(told.title, 'b'), told.kind === '' ? null : said(told.kind, 'p', { class: 'kind' }),
      said(told.words, 'p', { class: 'card-words' }));
    this.button = button;
    this.box.hidden = false;
    button.setAttribute('aria-describedby', this.box.id);
    const [at, own] = [button.getBoundingClientRect(), this.box.getBoundingClientRect()];
    const below = at.bottom + 6 + own.height <= window.innerHeight;
    const left = Math.max(8, Math.min(at.left, document.documentElement.clientWidth - own.width - 8));
    laid(this.box, { left: `${left}px`, top: `${below ? at.bottom + 6 : Math.max(8, at.top - own.height - 6)}px` });
  }
}
