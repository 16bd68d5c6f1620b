import { setTimeout as anyMoment } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demonstrationPassword } from '#db/seed/demonstration.ts'
import { isInTurn } from '#test/in-turn.ts'
import { begunDataFolder, RunningApp } from '#test/running-app.ts'

let data: ReturnType<typeof begunDataFolder>
beforeAll(() => {
  data = begunDataFolder()
})
afterAll(() => data.remove())

/** What one client was told: never less than this may be true afterwards. */
type Told = { token: string; cookie: string }

const rounds = Number(process.env.KILL_ROUNDS ?? 2)

it.runIf(isInTurn('killed application'))(
  'killed under sign-ins, refreshes and reads, it forgets nothing that it has acknowledged',
  async () => {
    const told = new Map<string, Told>()
    for (let round = 0; round < rounds; round++) {
      const app = new RunningApp({ DATA_DIR: data.path })
      const address = await app.ready()
      let isKilled = false
      const clients = ['manager', 'doctor', 'practice-doctor', 'dlcpm'].map(async login => {
        while (!isKilled) {
          try {
            const signedIn = await post(`${address}/auth`, { login, password: demonstrationPassword })
            const key = `${login} ${told.size}`
            told.set(key, signedIn)
            // Each renewal replaces what the client was told before.
            for (let renewal = 0; renewal < 3; renewal++) {
              const before = told.get(key) as Told
              told.set(key, await post(`${address}/api/token/refresh`, undefined, before.cookie))
              expect(await read(address, before.token)).toBe(200)
            }
          } catch (error) {
            // Cut off in the middle: the client was told nothing, and will try again.
            if (!isKilled) throw error
          }
        }
      })
      // However slow the machine: not before there is something to forget.
      const enough = told.size + 5
      const hasTold = () => expect.poll(() => told.size, { timeout: 60_000 }).toBeGreaterThanOrEqual(enough)
      await Promise.race([hasTold(), Promise.all(clients)])
      await anyMoment(300 + round * 170)
      isKilled = true
      process.kill(app.pid, 'SIGKILL')
      await Promise.all(clients)

      const again = new RunningApp({ DATA_DIR: data.path })
      const addressAgain = await again.ready()
      for (const [who, { token, cookie }] of told) {
        expect(await read(addressAgain, token), who).toBe(200)
        // Kept, so that the next round asks with what this one was told.
        told.set(who, await post(`${addressAgain}/api/token/refresh`, undefined, cookie))
      }
      again.signal('SIGINT')
      expect(await again.ended()).toBe(0)
    }
  },
  300_000,
)

const read = async (address: string, token: string) =>
  (await fetch(`${address}/api/orders`, { headers: { authorization: `Bearer ${token}` } })).status

async function post(url: string, body: unknown, cookie = ''): Promise<Told> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body ? JSON.stringify(body) : null,
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  const { data } = (await response.json()) as { data: { token: string } }
  return { token: data.token, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}
