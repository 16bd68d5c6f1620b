import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { queues } from '#kit/server/turns.ts'
import * as files from '#test/files.ts'
import { startTestApp } from '#test/harness.ts'
import { isInTurn } from '#test/in-turn.ts'
import { startInOwnProcess } from './own-process.ts'

// One laboratory keeps a queue as busy as it can; another's work is done all the same, on a quiet machine within three seconds.
// Whose turn comes when is not seen by the clock, a quick machine needs none: that is for tenancy/server/database.test.ts,
// traceability/server/sheet.test.ts and kit/server/turns.test.ts.
const { app, folder, make, as, tokenFor, database } = startTestApp({ connections: 20, patience: 1 })

type Party = Awaited<ReturnType<typeof newParty>>
async function newParty(users = 1) {
  const laboratory = await make.laboratory()
  const people = await Promise.all(
    Array.from({ length: users }, async () => {
      const practice = await make.practice(laboratory)
      const user = await make.user(practice)
      const { id: orderId } = await make.order(practice)
      return { user, call: await as(user), token: await tokenFor(user), orderId }
    }),
  )
  return { laboratory, people, one: people[0] as (typeof people)[number] }
}

let flooding: Party
let other: Party
beforeAll(async () => {
  flooding = await newParty(10)
  other = await newParty()
})

const send = (by: Party['one'], name: string, bytes: Uint8Array, fields = {}) =>
  by.call(`/api/orders/${by.orderId}/attachments`, { method: 'POST', body: files.form(name, bytes, fields) })
const idOf = async (answer: Response) => {
  expect(answer.status, await answer.clone().text()).toBe(201)
  return ((await answer.json()) as { data: { id: string } }).data.id
}
/** Each of the flooding people, so many times. */
const flood = <T>(times: number, work: (by: Party['one']) => Promise<T>) =>
  flooding.people.flatMap(by => Array.from({ length: times }, () => work(by)))

/** Three seconds are printed; judged is what a busy machine does not turn red, and less than the ten after which a sender that hangs is given up. */
async function inTime(what: string, work: () => Promise<Response>) {
  const startedAt = performance.now()
  const answer = await work()
  await answer.arrayBuffer()
  const took = performance.now() - startedAt
  process.stdout.write(`${what}: ${Math.round(took)} ms\n`)
  expect([200, 201], `${what}: ${JSON.stringify([...answer.headers])}`).toContain(answer.status)
  expect(took, what).toBeLessThan(8_000)
}

describe('while one laboratory', () => {
  it.runIf(isInTurn('flood of photos'))(
    'sends large photos, another’s photo is taken',
    async () => {
      const large = await sharp({ create: { width: 6_000, height: 4_000, channels: 3, background: '#c8b79a' } })
        .jpeg()
        .toBuffer()
      const flooded = flood(1, by => send(by, 'large.jpg', large))
      await Promise.race(flooded)
      const photo = await files.photo()
      await inTime('photo', () => send(other.one, 'photo.jpg', photo))
      expect(new Set((await Promise.all(flooded)).map(({ status }) => status))).toEqual(new Set([201]))
    },
    180_000,
  )

  it('begins uploads and never ends them, another’s scan is taken', async () => {
    const ends: (() => void)[] = []
    const begun =
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF'
    const flooded = flood(8, async by => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(begun))
          ends.push(() => controller.error(new Error('gone')))
        },
      })
      const { host } = flooding.laboratory
      const headers = {
        host,
        authorization: `Bearer ${by.token}`,
        'content-type': 'multipart/form-data; boundary=x',
      }
      const address = `http://${host}/api/orders/${by.orderId}/attachments`
      return app.fetch(new Request(address, { method: 'POST', headers, body, duplex: 'half' } as RequestInit))
    })
    await expect.poll(() => queues.get('uploads')?.().waiting, { timeout: 10_000 }).toBeGreaterThan(0)
    await inTime('scan', () => send(other.one, 'scan.stl', files.stl(20_000)))
    for (const end of ends) end()
    expect((await Promise.all(flooded)).map(({ status }) => status)).not.toContain(201)
  }, 180_000)

  it('asks for files and never reads them, another’s file is given', async () => {
    const mine = new Map<Party['one'], string>()
    for (const by of [...flooding.people, other.one])
      mine.set(by, await idOf(await send(by, 'scan.stl', files.stl(20_000))))
    const get = (by: Party['one']) => by.call(`/api/attachments/${mine.get(by)}`)
    const flooded = flood(9, get)
    await inTime('file', () => get(other.one))
    await Promise.all(flooded.map(async answer => (await answer).body?.cancel()))
  }, 180_000)

  it('asks for scans to be unpacked, another’s scan is given', async () => {
    const scan = await files.draco(250, 8)
    const mine = new Map<Party['one'], string>()
    for (const by of [...flooding.people, other.one])
      mine.set(by, await idOf(await send(by, 'upper.stl', scan, { compression: 'draco' })))
    const get = (by: Party['one']) => by.call(`/api/attachments/${mine.get(by)}`)
    const flooded = flood(1, async by => (await get(by)).body?.cancel())
    await inTime('unpacked scan', () => get(other.one))
    await Promise.all(flooded)
  }, 180_000)

  it.runIf(isInTurn('flood of lists'))(
    'asks for 290 lists and 60 sheets at once, another’s list, sheet, photo and scan are answered',
    async () => {
      const { port } = await startInOwnProcess({ database, folder })
      // A new socket waits behind hundreds of new ones, which no turns of ours can change: whoever is at work has theirs.
      const agents = { ours: new Agent({ keepAlive: true }), theirs: new Agent({ keepAlive: true }) }
      onTestFinished(() => {
        for (const agent of Object.values(agents)) agent.destroy()
      })
      const ask = async ({ token, user }: Party['one'], path: string, form?: FormData) => {
        const sent = new Response(form)
        const headers = new Headers({ host: user.laboratory.host, authorization: `Bearer ${token}` })
        const type = sent.headers.get('content-type')
        if (type) headers.set('content-type', type)
        const asked = request({
          agent: user.laboratory === other.laboratory ? agents.ours : agents.theirs,
          host: '127.0.0.1',
          port,
          path,
          method: form ? 'POST' : 'GET',
          headers: Object.fromEntries(headers),
        })
        asked.end(Buffer.from(await sent.arrayBuffer()))
        const [answer] = (await once(asked, 'response')) as [IncomingMessage]
        const retryAfter = answer.headers['retry-after']
        return new Response(await buffer(answer), {
          status: answer.statusCode ?? 0,
          headers: retryAfter ? { 'retry-after': retryAfter } : {},
        })
      }
      const list = (by: Party['one']) => ask(by, '/api/orders?tab=all')
      const sheet = (by: Party['one']) => ask(by, `/api/orders/${by.orderId}/traceability-sheet`)
      const add = (by: Party['one'], name: string, bytes: Uint8Array) =>
        ask(by, `/api/orders/${by.orderId}/attachments`, files.form(name, bytes))
      const photo = await files.photo()
      const { one } = other
      // What comes first loads code and opens connections, to the database and to the server.
      const first = [
        sheet(one),
        add(one, 'first.jpg', photo),
        ...flood(2, list),
        ...Array.from({ length: 10 }, () => list(one)),
      ]
      // On a machine that other work keeps busy, one of them may be asked to come again.
      for (const { ok, status } of await Promise.all(first)) expect(ok || status === 503).toBe(true)

      const flooded = [...flood(6, sheet), ...flood(29, list)]
      await Promise.race(flooded)
      await Promise.all([
        inTime('list among lists and sheets', () => list(one)),
        inTime('sheet among them', () => sheet(one)),
      ])
      await inTime('photo after these', () => add(one, 'photo.jpg', photo))
      await inTime('scan after it', () => add(one, 'scan.stl', files.stl(20_000)))
      const answers = await Promise.all(flooded)
      const refused = answers.filter(({ status }) => status === 503)
      process.stdout.write(
        `of the flood: ${answers.filter(({ ok }) => ok).length} answered, ${refused.length} told to come again\n`,
      )
      expect(answers.filter(({ status }) => ![200, 503].includes(status))).toEqual([])
      for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    },
    180_000,
  )
})
