// `npm run expressions`: judges the regular expressions that are new, or with --all every one, and writes down which of them
// no text can make slow. `npm test` compares that list with the code (faults/regular-expressions.test.ts).
import { writeFileSync } from 'node:fs'
import { allExpressions, judgedPath, madeWhileRunning, readJudged } from '../faults/regular-expressions.ts'
import { installInstruments } from './instruments/install.ts'

installInstruments()
const { checkSync } = await import('./instruments/recheck.ts')

for (const slow of ['^(a+)+$', '^(a|aa)+$', '\\s+$']) {
  if (checkSync(slow, '').status !== 'vulnerable') throw new Error(`recheck does not see that /${slow}/ is slow.`)
}

const known = process.argv.includes('--all') ? new Set<string>() : readJudged()
const safe: string[] = []
for (const [name, { pattern, flags, places }] of allExpressions()) {
  const status = known.has(name) ? 'safe' : checkAs(name, pattern, flags)
  if (status === 'safe') safe.push(name)
  else {
    process.stderr.write(`${name} in ${places.join(', ')}: ${status}\n`)
    process.exitCode = 1
  }
}
writeFileSync(
  judgedPath,
  safe
    .sort()
    .map(name => `${name}\n`)
    .join(''),
)
process.stdout.write(`${safe.length} expressions take a time in proportion to their text\n`)

function checkAs(name: string, pattern: string, flags: string): string {
  if (name === madeWhileRunning) return 'made while running, so that nobody can judge it'
  return checkSync(pattern, flags, { timeout: 60_000 }).status
}
