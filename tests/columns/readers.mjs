// The tables that `docket export --columns` writes, read by three programs that know nothing of Docket: DuckDB, hyparquet
// and parquet-wasm. They agree with each other, with the tables in CSV, and with what the commands answer.
//
//   readers.mjs PROGRAM SOURCE [FOLDER]    FOLDER: compares the tables that are there instead, in Parquet and in CSV
//                                          (FOLDER/tables and FOLDER/sheets)
//
// The readers are in build/columns-readers (check.sh fetches them from npm). Exit status 77 if they are missing.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [program, source, given] = process.argv.slice(2).map((path) => resolve(path))
const TABLES = ['games', 'players', 'events', 'acts', 'uses', 'findings', 'rulings', 'values']

const require = createRequire(join(source, 'build/columns-readers/package.json'))
const load = async (name) => import(pathToFileURL(require.resolve(name)))
let duckdb, hyparquet, compressors, arrow, wasm
try {
  duckdb = require('@duckdb/node-api')
  arrow = require('apache-arrow')
  hyparquet = await load('hyparquet')
  ;({ compressors } = await load('hyparquet-compressors'))
  wasm = await load('parquet-wasm')
} catch (error) {
  console.log(`ATTENTION: the readers of Parquet are missing (check.sh fetches them by npm): no table was read back: ${error.message}`)
  process.exit(77)
}

const faults = []
const check = (holds, what) => holds || faults.push(what)
const same = (one, other, what) => check(one === other, `${what}: ${one} and ${other}`)

// -- what the readers give: rows of texts, null for nothing

const plain = (value) => (value === null || value === undefined ? null : typeof value === 'object' ? JSON.stringify(value) : String(value))

const connection = await (await duckdb.DuckDBInstance.create(':memory:')).connect()
const sql = async (query) => (await connection.runAndReadAll(query)).getRows().map((row) => row.map(plain))
const quoted = (path) => `'${path.replaceAll("'", "''")}'`

// Each gives the rows of a file one after another, first the names of its columns; hyparquet a row group at a time.

async function* byDuckdb(file) {
  const read = await connection.stream(`SELECT * FROM read_parquet(${quoted(file)})`)
  yield read.columnNames()
  for await (const rows of read.yieldRows()) for (const row of rows) yield row.map(plain)
}

async function* byHyparquet(buffer, metadata) {
  const names = namesIn(metadata)
  let rowStart = 0
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows)
    const rows = await hyparquet.parquetReadObjects({ file: buffer, metadata, compressors, rowStart, rowEnd })
    yield { group, rows: rows.map((row) => names.map((name) => plain(row[name]))) }
    rowStart = rowEnd
  }
}
const namesIn = (metadata) => metadata.schema.slice(1).map((column) => column.name)

async function* byWasm(file) {
  const table = arrow.tableFromIPC(wasm.readParquet(new Uint8Array(readFileSync(file))).intoIPCStream())
  yield table.schema.fields.map((field) => field.name)
  const columns = table.schema.fields.map((field) => table.getChild(field.name))
  for (let row = 0; row < table.numRows; ++row) yield columns.map((column) => plain(column.get(row)))
}

// RFC 4180: cells between commas, quoted where they have to be.
function* byCsv(file) {
  let row = []
  for (const [, text, end] of readFileSync(file, 'utf8').matchAll(/("(?:[^"]|"")*"|[^,\n]*)([,\n])/gy)) {
    row.push(text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text)
    if (end === ',') continue
    yield row
    row = []
  }
}

// What stands in CSV for a value: nothing for null, a blank before what a spreadsheet takes for a formula.
const inCsv = (value) => (value === null ? '' : /^[=+@-]/.test(value) && !/^-?[0-9]+$/.test(value) ? ` ${value}` : value)

// -- what the end of a file says of its column chunks

const bytesOf = (text) => Buffer.from(text, 'utf8')

function sameStatistics({ columns }, rows, names, file) {
  columns.forEach(({ meta_data: chunk }, column) => {
    const what = `${file}, ${names[column]}`
    const values = rows.map((row) => row[column]).filter((value) => value !== null)
    same(String(chunk.statistics.null_count), String(rows.length - values.length), `${what}: nulls`)
    same(chunk.codec, 'ZSTD', what)
    encodings.add(chunk.encoding_stats.map((one) => `${one.page_type} ${one.encoding} ${one.count}`).join())
    sameBounds(chunk, values, what)
  })
}

function sameBounds({ statistics, type }, values, what) {
  if (values.length === 0) return same(statistics.min_value, undefined, `${what}: bounds of nothing`)
  const isText = type === 'BYTE_ARRAY'
  if (isText && statistics.min_value === undefined && values.some((value) => bytesOf(value).length > 256)) return
  const number = (value) => (value === true || value === 'true' ? 1n : value === false || value === 'false' ? 0n : BigInt(value))
  const read = isText ? [...new Set(values)] : values.map(number)
  const isLess = isText ? (one, other) => Buffer.compare(bytesOf(one), bytesOf(other)) < 0 : (one, other) => one < other
  const stated = isText ? (value) => value : number
  same(stated(statistics.min_value), read.reduce((one, other) => (isLess(other, one) ? other : one)), `${what}: the least`)
  same(stated(statistics.max_value), read.reduce((one, other) => (isLess(one, other) ? other : one)), `${what}: the greatest`)
}

// -- a file read by all

const encodings = new Set()

async function sameFile(file, sheet) {
  const buffer = await hyparquet.asyncBufferFromFile(file)
  const metadata = await hyparquet.parquetMetadataAsync(buffer)
  const names = namesIn(metadata)
  const others = { DuckDB: byDuckdb(file), 'parquet-wasm': byWasm(file), CSV: byCsv(sheet) }
  for (const [reader, rows] of Object.entries(others)) same((await rows.next()).value.join(), names.join(), `${file}: columns by ${reader}`)
  let number = 0
  for await (const { group, rows } of byHyparquet(buffer, metadata)) {
    sameStatistics(group, rows, names, file)
    for (const row of rows) {
      ++number
      for (const [reader, of] of Object.entries(others)) {
        const other = (await of.next()).value ?? []
        const wanted = reader === 'CSV' ? row.map(inCsv) : row
        const at = wanted.findIndex((value, column) => value !== other[column])
        if (at >= 0) return faults.push(`${file}: row ${number}, ${names[at]}: hyparquet ${JSON.stringify(wanted[at])}, ${reader} ${JSON.stringify(other[at])}`)
      }
    }
  }
  for (const [reader, rows] of Object.entries(others)) check((await rows.next()).done, `${file}: ${reader} has more than ${number} rows`)
  same(String(metadata.num_rows), String(number), `${file}: rows`)
  return { rows: number, groups: metadata.row_groups.length }
}

/// How many rows and row groups there are of each table, in the exports from the one on with that number.
async function sameEverywhere(tables, sheets, first = 0) {
  const counts = {}
  for (const folder of readdirSync(tables).filter((name) => name.startsWith('leaves-')).sort().slice(first)) {
    for (const table of TABLES) {
      const read = await sameFile(join(tables, folder, `${table}.parquet`), join(sheets, folder, `${table}.csv`))
      const known = (counts[table] ??= { rows: 0, groups: 0 })
      known.rows += read?.rows ?? 0
      known.groups += read?.groups ?? 0
    }
  }
  return counts
}

// -- an archive with hostile texts, nulls, empty tables, long games and more than one row group

const place = given ?? mkdtempSync(join(tmpdir(), 'docket-columns-'))
const docket = (...words) => execFileSync(program, words, { cwd: place, encoding: 'utf8', maxBuffer: 1 << 30, env: { ...process.env, DOCKET_ARCHIVE: 'archive' }, stdio: ['ignore', 'pipe', 'pipe'] })
/// What a command answers with --json, whatever its exit status 0 or 1 says.
function answers(...words) {
  let out
  try {
    out = docket(...words, '--json')
  } catch (error) {
    if (error.status !== 1) throw error
    out = error.stdout
  }
  const lines = out.trim().split('\n').map((line) => JSON.parse(line))
  return lines.filter((line) => !line.end).map((line) => line.answer ?? line.item)
}
const exportBoth = () => ['tables', 'sheets'].map((folder) => answers('export', '--columns', folder, ...(folder === 'sheets' ? ['--csv'] : []))[0])

const HOSTILE = ['', '=1+1', '-5', '-5x', '@x', 'a,b', 'say "no"', 'two\nlines', 'carriage\rreturn', '\u202etfel', '日本語 – naïve 🂡', "it's", ' blank ', 'x'.repeat(300), '\u001b[31m', 'NULL', '\\N', 'nul\u0000l']

function hostileGame() {
  const header = { game: { id: 'hostile', event: '=cmd|x', match: 'a,"b"\nc', date: '2026-10-10', ruleset: 'yugioh', players: HOSTILE.slice(0, 2).map((name) => ({ name })) } }
  const rulings = HOSTILE.map((text) => ({ rulingGiven: { judge: text, at: 0, claim: text || '1 = 1', note: text, clauses: [text || 'c'] } }))
  const notes = HOSTILE.map((note) => ({ note: note || '-' }))
  writeFileSync(join(place, 'hostile.jsonl'), [header, ...rulings, ...notes].map((line) => JSON.stringify(line)).join('\n') + '\n')
  docket('import', 'hostile.jsonl')
}

function fill() {
  for (const [ruleset, games] of [['yugioh', 350], ['l5r-celestial', 250]]) {
    docket('generate', ruleset, '--games', String(games), '--seed', '11', '--planted', '15', '-o', `${ruleset}.jsonl`)
    docket('import', '--cards', `${ruleset}.jsonl.cards.json`, `${ruleset}.jsonl`)
  }
  hostileGame()
}

// -- tables against what commands answer

const rows = async (query) => sql(query.replaceAll(/@(\w+)/g, (_, table) => `read_parquet(${quoted(join(place, `tables/*/${table}.parquet`))})`))

async function sameAsCommands() {
  const one = async (query) => (await rows(query))[0][0]
  const games = answers('games')
  same(await one('SELECT count(*) FROM @games'), String(games.length), 'games')
  same(await one('SELECT sum(events) FROM @games'), String(games.reduce((sum, game) => sum + game.events, 0)), 'events of games')
  same(await one('SELECT count(*) FROM @events'), await one('SELECT sum(events) FROM @games'), 'rows of events')
  same(await one('SELECT count(*) FROM @games WHERE winner = 1'), String(games.filter((game) => game.winner === 1).length), 'won by seat 1')
  const heads = new Map(games.map((game) => [game.game, game.head]))
  for (const [game, head] of await rows('SELECT game, head FROM @games')) same(head, heads.get(game), `head of ${game}`)
  const verdicts = answers('verify', '--all')
  const findings = verdicts.flatMap((verdict) => verdict.legality.findings)
  same(await one('SELECT count(*) FROM @findings'), String(findings.length), 'findings')
  same(await one("SELECT count(*) FROM @findings WHERE kind = 'limit' AND stands"), String(findings.filter((one) => one.finding.kind === 'limit' && !one.takenBack).length), 'limits exceeded')
  same(await one('SELECT count(*) FROM @rulings'), String(verdicts.reduce((sum, verdict) => sum + verdict.rulings.given.length, 0)), 'rulings')
  for (const verdict of verdicts.slice(0, 40)) {
    const [[acts, illegal, grade]] = await rows(`SELECT (SELECT count(*) FROM @acts WHERE game = '${verdict.game}'), (SELECT count(*) FROM @acts WHERE game = '${verdict.game}' AND legality = 'illegal'), (SELECT legality_grade FROM @games WHERE game = '${verdict.game}')`)
    same(acts, String(verdict.legality.scope.acts), `acts of ${verdict.game}`)
    same(grade, verdict.legality.grade, `legality of ${verdict.game}`)
    const certain = new Set(verdict.legality.findings.filter((one) => one.finding.grade === 'certain').map((one) => one.finding.event))
    check(Number(illegal) <= certain.size, `illegal acts of ${verdict.game}: ${illegal} and ${certain.size}`)
  }
  await sameLegality()
  await sameLimits()
  await sameValues()
}

/// What `docket find` finds is in the tables, and nothing else: every finding, ruling, kind of act, and where a value ended.
async function sameAsFind() {
  const found = async (words, query, kind) => {
    const hits = answers('find', ...words).filter((hit) => kind === undefined || hit.kind === kind)
    const places = new Set(hits.map((hit) => `${hit.game} ${hit.event}`)), rest = new Set(places)
    const read = (await rows(query)).map((row) => row.join(' '))
    const missing = read.filter((place) => !rest.delete(place) && !places.has(place))
    check(read.length > 0 && missing.length === 0 && rest.size === 0, `find ${words.join(' ')}: ${read.length} rows, ${hits.length} hits; without a hit: ${missing[0]}; without a row: ${[...rest][0]}`)
  }
  for (const [clause] of await rows('SELECT DISTINCT clause FROM @findings WHERE clause IS NOT NULL'))
    await found(['--clause', clause, '--undone'], `SELECT game, event FROM @findings WHERE clause = '${clause}'`, 'finding')
  for (const [outcome] of await rows('SELECT DISTINCT outcome FROM @rulings'))
    await found(['--ruling', { upheld: 'right', overturned: 'wrong' }[outcome] ?? outcome, '--undone'], `SELECT game, event FROM @rulings WHERE outcome = '${outcome}'`)
  for (const act of ['attackDeclared', 'abilityActivated', 'gameEnded'])
    await found(['--act', act, '--undone'], `SELECT game, event FROM @events WHERE kind = '${act}'`)
  // The first event after which the life of P1 is at most 2000, of each game.
  await found(['value(P1, "life") <= 2000', '--ruleset', 'yugioh', '--certain', '--undone', '--first'], "SELECT game, min(event) FROM @values WHERE player = 1 AND value = 'life' AND amount <= 2000 AND grade = 'EXACT' GROUP BY game")
}

/// The legality of acts is what `ask` answers.
async function sameLegality() {
  let asked_acts = 0
  const word = { true: 'legal', false: 'illegal', unknown: 'undecided' }
  for (const [game, list] of await rows("SELECT game, string_agg(event || ':' || legality, ' ' ORDER BY event) FROM @acts GROUP BY game ORDER BY game LIMIT 200")) {
    if (!game.endsWith('7')) continue
    const acts = list.split(' ').map((act) => act.split(':'))
    const asked = answers('ask', game, ...acts.map(([event]) => `legal(${event})`))[0].answers
    asked_acts += acts.length
    acts.forEach(([event, legality], at) => same(legality, word[asked[at].presence === 'unknown' ? 'unknown' : asked[at].value], `legal(${event}) of ${game}`))
  }
  check(asked_acts > 300, `only ${asked_acts} acts were asked about`)
}

/// A use is counted as `limits` counts it there.
async function sameLimits() {
  const uses = await rows("SELECT game, event, limit_name, used, most FROM @uses WHERE limit_name IS NOT NULL AND used > 1 ORDER BY game, event LIMIT 30")
  check(uses.length > 10, 'no use was counted')
  for (const [game, event, limit, used, most] of uses) {
    const counts = answers('limits', game, '--at', event)[0].limits
    check(counts.some((one) => one.limit === limit && one.usedBy.includes(Number(event)) && String(one.used) === used && String(one.max) === most), `${limit} of ${game} at ${event}: ${used} of ${most} used`)
  }
}

/// Values are those of `trace`.
async function sameValues() {
  const traced = await rows("SELECT game, player, value, string_agg(event || ':' || coalesce(CAST(amount AS VARCHAR), '') || ':' || grade, ' ' ORDER BY event) FROM @values WHERE player IS NOT NULL GROUP BY ALL ORDER BY game, player, value LIMIT 24")
  check(traced.length > 10, 'no value was traced')
  for (const [game, player, value, steps] of traced) {
    const trace = answers('trace', game, `value(P${player}, "${value}")`)[0].steps
    same(steps, trace.map((step) => `${step.event}:${step.number ?? ''}:${step.grade}`).join(' '), `${value} of P${player} in ${game}`)
  }
}

// -- a second export

async function appends() {
  const files = () => readdirSync(join(place, 'tables'), { recursive: true }).filter((name) => name.endsWith('.parquet')).map((name) => [name, readFileSync(join(place, 'tables', name)).toString('base64')])
  const first = files()
  check(exportBoth().every((one) => one.games === 0), 'a second export wrote games again')
  same(JSON.stringify(files()), JSON.stringify(first), 'files after a second export')
  docket('import', '--cards', join(source, 'tests/games/catalogues/l5r-celestial.json'), join(source, 'tests/games/l5r-paragon.jsonl'))
  check(exportBoth().every((one) => one.games === 1), 'a third export wrote other games')
  const now = new Map(files())
  for (const [name, bytes] of first) check(now.get(name) === bytes, `${name} was rewritten`)
  same(now.size, first.length + TABLES.length, 'files after a third export')
  const added = await sameEverywhere(join(place, 'tables'), join(place, 'sheets'), 1)
  same(added.games.rows, 1, 'games of a third export')
}

try {
  if (given) {
    console.log(JSON.stringify(await sameEverywhere(join(place, 'tables'), join(place, 'sheets'))))
    await sameAsFind()
  } else {
    fill()
    exportBoth()
    const counts = await sameEverywhere(join(place, 'tables'), join(place, 'sheets'))
    check(counts.events.groups > 1, 'there is one row group only')
    check([...encodings].some((one) => one.includes('DICTIONARY')) && encodings.has('DATA_PAGE PLAIN 1'), `not every encoding: ${[...encodings].join('; ')}`)
    await sameAsCommands()
    await sameAsFind()
    await appends()
  }
} finally {
  if (!given) rmSync(place, { recursive: true, force: true })
}
for (const fault of faults.slice(0, 20)) console.log(fault)
if (faults.length > 0) process.exit(1)
console.log(given ? 'three readers, CSV and docket find agree' : 'three readers, CSV and the commands agree')
