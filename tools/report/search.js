// Search in the transcript: shows only the lines with the typed words.
// Invariant: without words every line is shown; the count is that of the shown lines.

class Search {
  // `go` moves the board.
  constructor(field, count, root, go) {
    this.field = field;
    this.count = count;
    this.root = root;
    this.go = go;
    this.last = 0;
    field.addEventListener('input', () => this.find());
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#clear();
      if (event.key === 'Enter') this.#step(event.shiftKey);
    });
  }

  find() {
    const words = this.field.value.trim().toLowerCase().split(/\s+/).filter((word) => word !== '');
    this.found = [];
    for (const turn of this.root.querySelectorAll('.turn')) {
      let any = false;
      for (const line of turn.querySelectorAll('li[id]')) {
        const text = line.textContent.toLowerCase();
        const fits = words.every((word) => text.includes(word));
        line.hidden = !fits;
        any ||= fits;
        if (fits) this.found.push(line);
      }
      turn.hidden = !any;
    }
    this.last = -1;
    this.count.textContent = words.length === 0 ? '' : this.found.length === 1 ? '1 line' : `${this.found.length} lines`;
    window.CSS?.highlights?.delete('found');
    if (words.length !== 0) this.#highlight(words);
  }

  // Moves the board to the next or the previous match.
  #step(isBack) {
    if (this.found === undefined || this.found.length === 0) return;
    this.last = (this.last + (isBack ? this.found.length - 1 : 1) + (this.last < 0 && isBack ? 1 : 0)) % this.found.length;
    this.go(Number(this.found[this.last].id.slice(1)));
  }

  #clear() {
    if (this.field.value === '') return;
    this.field.value = '';
    this.find();
  }

  #highlight(words) {
    if (window.Highlight === undefined) return;
    const ranges = [];
    for (const line of this.found.slice(0, 500)) {
      const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode.data.toLowerCase();
        for (const word of words) {
          for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
            const range = new Range();
            range.setStart(texts.currentNode, Math.min(at, texts.currentNode.length));  // capitals can be longer
            range.setEnd(texts.currentNode, Math.min(at + word.length, texts.currentNode.length));
            ranges.push(range);
          }
        }
      }
    }
    CSS.highlights.set('found', new Highlight(...ranges));
  }
}
