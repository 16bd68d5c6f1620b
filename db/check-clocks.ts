import { OperatorError } from '#kit/server/operator-error.ts'
import { newClient } from '#kit/server/postgres-client.ts'

/** Less is the way between two machines, and harms nothing. */
const noticedSeconds = 10

/**
 * Asked at each start: how far this machine's clock is from the database's, which holds what we sign to its own. Throws a
 * OperatorError where nothing that is signed here would be accepted.
 */
export async function checkClocks(
  url: string,
  { toleratedSeconds, say }: { toleratedSeconds: number; say: (sentence: string) => void },
): Promise<void> {
  const client = newClient(url)
  await client.connect()
  try {
    await client.query('select 1')
    const asked = Date.now()
    const { rows } = await client.query<{ now: string }>('select extract(epoch from clock_timestamp()) * 1000 as now')
    const heard = Date.now()
    const there = Number(rows[0]?.now)
    const ahead = Math.max(0, there - heard)
    const behind = Math.max(0, asked - there)
    const seconds = Math.round(Math.max(ahead, behind) / 1000)
    if (seconds < noticedSeconds) return
    const sentence = `The clock of this machine is ${seconds} seconds ${ahead > 0 ? 'behind' : 'ahead of'} the database’s`
    if (ahead > 0 && seconds >= toleratedSeconds)
      throw new OperatorError(`${sentence}, so that nobody could be let in: set both by NTP and start again.`)
    say(`${sentence}: set both by NTP.`)
  } finally {
    await client.end()
  }
}
