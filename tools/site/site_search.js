// The search of a site: looks words up in the files of search/, which search_index.h describes. An entry matches if each
// typed word begins one of its words.
'use strict';

const MOST_FILES = 3, MOST_SHOWN = 100;

const folded = (text) => text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '').replace(/ß/g, 'ss');
const wordsOf = (text) => folded(text).match(/[\p{L}\p{Nd}\p{Nl}]+/gu) ?? [];

const loaded = new Map();
const load = (path) => {
  if (!loaded.has(path)) loaded.set(path, fetch(path).then((answer) => {
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.json();
  }));
  return loaded.get(path);
};

// The entries of all words with that beginning, and their number.
async function entriesOf(prefix) {
  const {files} = await load('search/index.json');
  let first = files.findIndex(([word]) => word > prefix);
  first = first === -1 ? files.length - 1 : Math.max(first - 1, 0);
  const names = [];
  for (let at = first; at < files.length && (at === first || files[at][0].startsWith(prefix)); ++at) names.push(files[at][1]);
  const found = new Map();
  let count = 0, whole = names.length <= MOST_FILES;
  for (const name of names.slice(0, MOST_FILES)) {
    for (const [word, of, entries] of (await load(`search/${name}.json`)).words) {
      if (!word.startsWith(prefix)) continue;
      count += of;
      whole &&= of === entries.length;
      for (const entry of entries) found.set(entry[3], entry);
    }
  }
  return {entries: [...found.values()], count: whole ? found.size : Math.max(count, MOST_SHOWN), whole};
}

// The number of typed words that are words of an entry; -1 if one does not even begin a word of it.
function matchOf(entry, words) {
  const own = wordsOf(`${entry[1]} ${entry[2]}`);
  if (!words.every((word) => own.some((one) => one.startsWith(word)))) return -1;
  return words.filter((word) => own.includes(word)).length;
}

function itemOf([kind, title, about, path]) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = path;
  link.dir = 'auto';
  link.textContent = title;
  const tag = document.createElement('span');
  tag.className = 'tag kind';
  tag.textContent = kind;
  const more = document.createElement('p');
  more.className = 'aside';
  more.dir = 'auto';
  more.textContent = about;
  item.append(tag, ' ', link, more);
  return item;
}

async function search(typed) {
  const status = document.getElementById('found');
  const list = document.getElementById('results');
  const words = wordsOf(typed);
  list.replaceChildren();
  if (words.length === 0) {
    status.textContent = 'Type a word or its beginning: a player, an event, a card, a clause or a ruling.';
    return;
  }
  status.textContent = 'Searching';
  try {
    const all = await Promise.all(words.map(entriesOf));
    const fewest = all.reduce((one, other) => (other.count < one.count ? other : one));
    const found = fewest.entries.map((entry) => [matchOf(entry, words), entry]).filter(([match]) => match >= 0)
      .sort(([one], [other]) => other - one);
    const shown = found.slice(0, MOST_SHOWN).map(([, entry]) => entry);
    list.replaceChildren(...shown.map(itemOf));
    const more = !fewest.whole || shown.length < found.length;
    status.textContent = found.length === 0 && !more ? 'Nothing found.'
      : more ? `${shown.length} are shown, there may be more: type more words or letters.`
      : `${found.length} found`;
  } catch (failed) {
    status.textContent = location.protocol === 'file:' ? 'The search works only if a web server serves this folder.'
      : 'The search index could not be loaded. Try again.';
  }
}

const typed = new URLSearchParams(location.search).get('q') ?? '';
for (const field of document.querySelectorAll('input[type=search]')) field.value = typed;
document.title = typed === '' ? document.title : `${typed} - search`;
search(typed);
