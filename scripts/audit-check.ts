// npm run audit:check [-- 1204-5f3a… …]
// Says of each laboratory whether the chain of its audit holds: in the embedded database, running or not, or in that of
// DATABASE_OWNER_URL. Ends that were printed earlier and kept elsewhere must still be there.
import { resolve } from 'node:path'
import { type Chain, checkChains } from '#features/audit/server/chain-sql.ts'
import { OperatorError } from '#kit/server/operator-error.ts'
import { newClient } from '#kit/server/postgres-client.ts'
import { visitEmbeddedPostgres } from '#kit/server/visit-embedded-postgres.ts'

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

const reasons = {
  changed: 'was changed, or another was put in its place',
  missing: 'is missing',
  cut: 'and what followed it is missing, or what lies at the end was put in',
  early: 'and others were taken out before their twelve months were over',
} as const

const placeOf = (end: string) => Number(end.split('-')[0])
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

function sentenceOf({ laboratory, lines, removed, unsealed, end, broken }: Chain): string {
  if (broken) return `${laboratory}: BROKEN. Line ${broken.place} ${reasons[broken.because]}.`
  const later = unsealed > 0 ? ` ${unsealed} more are not in it yet.` : ''
  const earlier = removed
    ? ` The first ${removed.lines}, until ${dayOf(removed.until)}, went when their time was over.`
    : ''
  return lines === 0 && !removed
    ? `${laboratory}: no lines.${later}`
    : `${laboratory}: whole, up to ${end}.${earlier}${later}`
}

async function check(ownerUrl: string): Promise<void> {
  const kept = new Set(process.argv.slice(2))
  const client = newClient(ownerUrl)
  await client.connect()
  const chains = await checkChains(client, kept).finally(() => client.end())
  for (const chain of chains) say(sentenceOf(chain))
  for (const end of kept) {
    const removed = chains
      .flatMap(({ broken, removed }) => (broken ? [] : (removed ?? [])))
      .filter(({ lines }) => placeOf(end) < lines)
    const last = removed
      .map(({ until }) => dayOf(until))
      .toSorted()
      .at(-1)
    if (!last)
      say(`BROKEN. ${end} is no longer in any chain: lines were written anew, or a backup from before it was restored.`)
    else {
      say(`${end} is in no chain any more: lines until ${last} have gone. Printed after that day, it should be there.`)
      kept.delete(end)
    }
  }
  if (kept.size > 0 || chains.some(({ broken }) => broken)) process.exitCode = 1
}

/** What an operator can act on; anything else is a fault of ours, told with its stack. */
function wordsFor(error: unknown): string | undefined {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  if (/^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET|28|3D)/.test(code))
    return `The database of DATABASE_OWNER_URL cannot be reached (${code}).`
  if (code === '42P01' || code === '42703') return 'This database knows no chain yet: start this release on it once.'
  return error instanceof OperatorError ? error.message : error.stack
}

try {
  const url = process.env.DATABASE_OWNER_URL
  if (url) await check(url)
  else {
    const folder = resolve(import.meta.dirname, '..', process.env.DATA_DIR || '.data')
    const embedded = await visitEmbeddedPostgres(folder, say)
    await check(embedded.ownerUrl).finally(embedded.close)
  }
} catch (error) {
  process.stderr.write(`${wordsFor(error)}\n`)
  process.exitCode = 1
}
