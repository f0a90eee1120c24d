// The questions of docs/json.md: its tables are exported as the page says, each ```sql block is run by DuckDB and gives what
// its comments say, and what they say is what the commands answer.
//
//   questions.mjs PROGRAM SOURCE
//
// Exit status 77 if DuckDB is missing (check.sh fetches it by npm).
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const [program, source] = process.argv.slice(2).map((path) => resolve(path))
let duckdb
try {
  duckdb = createRequire(join(source, 'build/columns-readers/package.json'))('@duckdb/node-api')
} catch (error) {
  console.log(`ATTENTION: DuckDB is missing (check.sh fetches it by npm): no question was asked: ${error.message}`)
  process.exit(77)
}

const faults = []
const same = (one, other, what) => one === other || faults.push(`${what}: ${one}\n  and ${other}`)

const place = mkdtempSync(join(tmpdir(), 'docket-questions-'))
symlinkSync(join(source, 'tests'), join(place, 'tests'))
process.chdir(place)
const env = { ...process.env, PATH: `${dirname(program)}:${process.env.PATH}` }

const page = readFileSync(join(source, 'docs/json.md'), 'utf8')
const section = page.slice(page.indexOf('\n## Tables for analysts\n') + 4).split('\n## ')[0]
const blocks = (language) => [...section.matchAll(new RegExp(`\`\`\`${language} tested\n(.*?)\`\`\``, 'gs'))].map((found) => found[1])

/// The items that a command answers in the archive of the page, whatever its exit status 0 or 1 says.
function answers(...words) {
  let out
  try {
    out = execFileSync(program, [...words, '--archive', 'tournament', '--json'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    if (error.status !== 1) throw error
    out = error.stdout
  }
  return out.trim().split('\n').map((line) => JSON.parse(line)).filter((line) => !line.end).map((line) => line.answer ?? line.item)
}

try {
  for (const block of blocks('console')) {
    for (const [, command] of block.matchAll(/^\$ (docket (?:.*\\\n)*.*)/gm)) execFileSync('bash', ['-c', command], { env, stdio: 'ignore' })
  }
  const connection = await (await duckdb.DuckDBInstance.create(':memory:')).connect()
  const results = []
  for (const block of blocks('sql')) {
    const read = await connection.runAndReadAll(block)
    const stated = [...block.matchAll(/^-- (.*)/gm)].map((line) => line[1].trim().split(/\s*\|\s*/))
    if (stated.length === 0) continue
    const given = [read.columnNames(), ...read.getRows().map((row) => row.map((value) => (value === null ? 'NULL' : String(value))))]
    same(JSON.stringify(given), JSON.stringify(stated), block)
    results.push(given.slice(1))
  }
  same(results.length, 5, 'questions')
  const [won, broken, beyond, rulings, ranges] = results

  const games = answers('games')
  const wins = {}
  for (const game of games) game.players.forEach((player, at) => { wins[player] = (wins[player] ?? 0) + (game.winner === at + 1) })
  for (const [player, , number] of won) same(number, String(wins[player]), `games that ${player} won`)

  const found = answers('verify', '--all').flatMap((verdict) => verdict.legality.findings).filter((one) => one.finding.grade === 'certain')
  same(broken.reduce((sum, row) => sum + Number(row[1]), 0), found.length, 'clauses broken')
  for (const [clause, number] of broken) same(number, String(found.filter((one) => one.finding.clause === clause).length), clause)

  for (const [game, event, , limit, used, most] of beyond) {
    const counts = answers('limits', game, '--at', event)[0].limits
    same(counts.some((one) => one.limit === limit && String(one.used) === used && String(one.max) === most), true, `${limit} of ${game} at ${event}`)
  }

  const given = answers('rulings').flatMap((game) => game.rulings)
  for (const [outcome, number, stand] of rulings) {
    const those = given.filter((one) => one.outcome === outcome)
    same(number, String(those.length), `rulings ${outcome}`)
    same(stand, String(those.filter((one) => one.supersededBy === null || one.supersededBy === 0).length), `rulings ${outcome} that stand`)
  }

  for (const [game, seat, value, least, greatest] of ranges) {
    const steps = answers('trace', game, `value(P${seat}, "${value}")`)[0].steps.map((step) => step.number)
    same(least, String(Math.min(...steps)), `least of ${game}`)
    same(greatest, String(Math.max(...steps)), `greatest of ${game}`)
  }

  // And as they are asked of `docket find`.
  const places = (hits) => hits.map((hit) => `${hit.game}@${hit.event}`).sort().join()
  for (const [player, , number] of won) same(number, String(answers('find', '--winner', player).length), `find --winner ${player}`)
  for (const [clause, number] of broken) {
    const hits = answers('find', '--clause', clause, '--certain', '--undone').filter((hit) => hit.kind === 'finding')
    same(number, String(hits.length), `find --clause ${clause}`)
  }
  for (const limit of new Set(beyond.map((row) => row[3]))) {
    const hits = answers('find', '--limit', limit, '--undone').filter((hit) => hit.kind === 'finding')
    const rows = beyond.filter((row) => row[3] === limit).map(([game, event]) => ({ game, event }))
    same(places(hits), places(rows), `find --limit ${limit}`)
  }
  // What a judge took back stands in the tables if no ruling replaced it, and is not found unless it is asked for.
  const inEffect = async (outcome) => {
    const query = `SELECT count(*) FROM docket('rulings') JOIN docket('events') USING (game, event) WHERE outcome = '${outcome}' AND stands AND NOT taken_back`
    return String((await connection.runAndReadAll(query)).getRows()[0][0])
  }
  for (const [outcome, number] of rulings) {
    const verdict = { upheld: 'right', overturned: 'wrong' }[outcome] ?? outcome
    same(number, String(answers('find', '--ruling', verdict, '--undone').length), `find --ruling ${verdict} --undone`)
    same(await inEffect(outcome), String(answers('find', '--ruling', verdict).length), `find --ruling ${verdict}`)
  }
  for (const [game, seat, value, least, greatest] of ranges) {
    const asked = `value(P${seat}, "${value}")`
    const hits = (condition) => answers('find', condition, '--prefix', game).filter((hit) => hit.game === game)
    same(hits(`${asked} < ${least} or ${asked} > ${greatest}`).length, 0, `find ${asked} beyond ${least} to ${greatest} in ${game}`)
    for (const amount of [least, greatest]) same(hits(`${asked} = ${amount}`).length > 0, true, `find ${asked} = ${amount} in ${game}`)
  }
} finally {
  rmSync(place, { recursive: true, force: true })
}
for (const fault of faults) console.log(fault)
if (faults.length > 0) process.exit(1)
console.log('the page answers what the commands do')
