import { setTimeout as anyMoment, setTimeout as backOff } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demonstrationPassword } from '#db/seed/demonstration.ts'
import { isInTurn } from '#test/in-turn.ts'
import { begunDataFolder, RunningApp } from '#test/running-app.ts'

let data: ReturnType<typeof begunDataFolder>
beforeAll(() => {
  data = begunDataFolder()
})
afterAll(() => data.remove())

const rounds = Number(process.env.KILL_ROUNDS ?? 1)

it.runIf(isInTurn('killed under orders'))(
  'killed under orders, it has each one that a client was told of or asks for again, and none twice',
  async () => {
    /** Code of the case that each intent has become, as the client was told. */
    const told = new Map<string, string>()
    let unanswered = 0
    for (let round = 0; round < rounds; round++) {
      const app = new RunningApp({ DATA_DIR: data.path })
      const address = await app.ready()
      const token = await signIn(address)
      const reference = await findCrown(address, token)
      const begun: string[] = []
      const before = told.size
      let isKilled = false
      const clients = Array.from({ length: 4 }, async (_, client) => {
        for (let count = 0; !isKilled; count++) {
          const intent = `KILL-${round}-${client}-${count}`
          begun.push(intent)
          try {
            told.set(intent, await order(address, token, reference, intent))
          } catch (error) {
            // Cut off in the middle: nobody was told anything.
            if (!isKilled) throw error
          }
        }
      })
      const hasTold = () => expect.poll(() => told.size, { timeout: 60_000 }).toBeGreaterThanOrEqual(before + 20)
      await Promise.race([hasTold(), Promise.all(clients)])
      await anyMoment((round * 37) % 200)
      isKilled = true
      process.kill(app.pid, 'SIGKILL')
      await Promise.all(clients)

      const again = new RunningApp({ DATA_DIR: data.path })
      const addressAgain = await again.ready()
      unanswered += begun.filter(intent => !told.has(intent)).length
      for (const intent of begun) {
        const code = await order(addressAgain, token, reference, intent)
        expect(code, intent).toBe(told.get(intent) ?? code)
        told.set(intent, code)
      }
      const list = await fetch(`${addressAgain}/api/orders?tab=all&search=KILL-`, { headers: signedWith(token) })
      const { page } = (await list.json()) as { page: { total: number } }
      expect([page.total, new Set(told.values()).size]).toEqual([told.size, told.size])
      again.signal('SIGINT')
      expect(await again.ended()).toBe(0)
    }
    process.stdout.write(`orders under kill -9: ${told.size} made, ${unanswered} unanswered and asked for again\n`)
  },
  300_000,
)

const signedWith = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })

/** Tried until somebody answers: too much at once is no failure. */
async function answerTo(url: string, options: RequestInit): Promise<unknown> {
  for (;;) {
    const response = await fetch(url, options)
    if (response.ok) return response.json()
    if (![409, 429, 503].includes(response.status)) throw new Error(`${url} answered ${response.status}`)
    await response.body?.cancel()
    await backOff(1_000 * Number(response.headers.get('retry-after') ?? 1))
  }
}

async function signIn(address: string): Promise<string> {
  const body = JSON.stringify({ login: 'doctor', password: demonstrationPassword })
  const headers = { 'content-type': 'application/json' }
  const { data } = (await answerTo(`${address}/auth`, { method: 'POST', headers, body })) as { data: { token: string } }
  return data.token
}

type Needs = { teeth: string; sector: string; shade: string; implant: string }

/** A product of the demonstration that asks for a tooth and a shade and nothing else. */
async function findCrown(address: string, token: string): Promise<string> {
  const { data } = (await answerTo(`${address}/api/catalogue`, { headers: signedWith(token) })) as {
    data: { families: { products: { reference: string; needs: Needs }[] }[] }
  }
  const crown = data.families
    .flatMap(({ products }) => products)
    .find(({ needs }) => needs.teeth === 'required' && needs.sector === 'none' && needs.shade === 'required')
  if (!crown) throw new Error('The demonstration sells no crowns.')
  return crown.reference
}

async function order(address: string, token: string, reference: string, intent: string): Promise<string> {
  const products = [{ reference, quantity: 1, teeth: [26], shade: 'A2' }]
  const body = JSON.stringify({ patientCode: intent, printType: 'optical', products })
  const headers = { ...signedWith(token), 'idempotency-key': intent }
  const { data } = (await answerTo(`${address}/api/orders`, { method: 'POST', headers, body })) as {
    data: { code: string }
  }
  return data.code
}
