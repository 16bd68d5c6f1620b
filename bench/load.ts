// Two ways to ask: as fast as answers come, for the ceiling; and at a constant rate, for the time that one user waits.
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'

export type Asked = { path: string; headers: Record<string, string> }

const connections = 16

/** A server with more to do than it can says 503. Counted apart; every other refusal is a fault of the measurement. */
const tooBusy = 503
let refused = 0
export const countRefusals = () => refused

/** Answers in `seconds` by sixteen who each ask again as soon as they are answered. */
export async function countAnswers(port: number, asked: readonly Asked[], seconds: number): Promise<number> {
  let begun = 0
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: seconds,
    requests: [...asked],
    setupClient: client => {
      // Each begins with somebody else, so that they do not all ask for the same rows at once.
      const first = Math.floor((begun++ * asked.length) / connections)
      client.setRequests([...asked.slice(first), ...asked.slice(0, first)])
    },
  })
  const busy = result.statusCodeStats?.[`${tooBusy}`]?.count ?? 0
  if (result.non2xx > busy || result.errors > 0)
    throw new Error(`${asked[0]?.path}: ${result.non2xx} refusals, ${result.errors} errors`)
  refused += busy
  return result['2xx'] / result.duration
}

/**
 * Milliseconds until each answer, asked at a constant rate and counted from the moment at which it was due: an answer
 * that keeps the next ones waiting counts for them all.
 */
export async function timeAnswers(port: number, asked: readonly Asked[], rate: number, seconds: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const startedAt = performance.now()
  const answers: Promise<number>[] = []
  for (let number = 0; number < rate * seconds; number++) {
    const dueAt = startedAt + (number * 1000) / rate
    const wait = dueAt - performance.now()
    if (wait > 0.5) await sleep(wait)
    answers.push(answerTo(agent, port, asked[number % asked.length] as Asked).then(() => performance.now() - dueAt))
  }
  const times = await Promise.all(answers)
  agent.destroy()
  return times
}

const answerTo = (agent: Agent, port: number, { path, headers }: Asked) =>
  new Promise<void>((resolve, reject) => {
    request({ agent, host: '127.0.0.1', port, path, headers }, response => {
      const { statusCode } = response
      if (statusCode === tooBusy) refused++
      else if (statusCode !== 200) reject(new Error(`${path}: ${statusCode}`))
      response.resume().on('end', resolve)
    })
      .on('error', reject)
      .end()
  })

export const percentile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? Number.NaN
