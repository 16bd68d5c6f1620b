// `npm run bench:digests`: how long it takes from "the hour has struck" until two thousand people of one laboratory have their
// digest, with the mail server, the database and the application on one machine. On a database of its own.
import { setTimeout as sleep } from 'node:timers/promises'
import { doChores } from '#tenancy/server/chores.ts'
import { fillDigests } from '../test/fill-digests.ts'
import { startMailServer } from '../test/mail-server.ts'
import { say, startOwnProduct } from './own-product.ts'

const people = Number(process.env.BENCH_PEOPLE ?? 2_000)
const mostSeconds = 60

let received = 0
const mailServer = await startMailServer(() => {
  received += 1
})
const { app, owner, close } = await startOwnProduct({
  mail: {
    server: { host: '127.0.0.1', port: mailServer.port, isSecure: false, isPlain: true },
    from: 'portal@arcade.test',
  },
})
try {
  const laboratory = await fillDigests(owner, people)
  await app.jobs.start()
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1_000
  await doChores(app.chores, { laboratories: [laboratory.id] })
  const made = seconds()
  while (received < people && seconds() < 10 * mostSeconds) await sleep(50)
  const sent = seconds()
  const isReached = received === people && sent <= mostSeconds
  say(`${people} digests made in ${made.toFixed(1)} s`)
  say(`${received} received after ${sent.toFixed(1)} s, ≤ ${mostSeconds} s wanted${isReached ? '' : '  not reached'}`)
  process.exitCode = isReached ? 0 : 1
} finally {
  await app.jobs.stop()
  await close()
  await mailServer.close()
}
