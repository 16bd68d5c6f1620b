import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as anyMoment } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { Random } from '#db/seed/random.ts'
import { maximumBytes } from '#features/attachments/contract.ts'
import { sweepAttachments } from '#features/attachments/server/sweep.ts'
import { openHttpServer } from '#kit/server/http-server.ts'
import * as files from '#test/files.ts'
import { noCreatingRates, startTestApp } from '#test/harness.ts'
import { isInTurn } from '#test/in-turn.ts'
import { memoryOf, startInOwnProcess } from './own-process.ts'

const { app, folder, make, as, tokenFor, database } = startTestApp({ creatingRates: noCreatingRates })
const aborts = Number(process.env.UPLOAD_ABORTS ?? 40)

const boundary = 'the-border'
const headOf = (name: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
const tail = `\r\n--${boundary}--\r\n`

const rowsOf = (brandId: string) =>
  make.within(brandId, async client => {
    type Row = { id: string; state: string; size: number | null }
    return (await client.query<Row>('select id, state, size from attachments')).rows
  })

it(`${aborts} uploads cut off at any byte leave neither row nor file after the sweep`, async () => {
  const server = await openHttpServer({ port: 0, host: '127.0.0.1' })
  const answers: unknown[] = []
  server.serve((...asked) => {
    const answer = app.fetch(...asked)
    answers.push(answer)
    return answer
  })
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const token = await tokenFor(await make.user(practice))
  const random = new Random('aborts')
  const scan = files.stl(20_000)
  const photo = await sharp({ create: { width: 1_500, height: 1_000, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer()

  const cutOff = async () => {
    const { id } = await make.order(practice)
    const [name, bytes] = random.chance(50) ? ['scan.stl', scan] : ['photo.jpg', photo]
    const body = Buffer.concat([Buffer.from(headOf(name)), bytes, Buffer.from(tail)])
    const head = [
      `POST /api/orders/${id}/attachments HTTP/1.1`,
      `host: ${laboratory.host}`,
      `authorization: Bearer ${token}`,
      `content-type: multipart/form-data; boundary=${boundary}`,
      `content-length: ${body.length}`,
    ]
    const all = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])
    // Sometimes whole: cut off while it is looked at and stored.
    const end = random.chance(15) ? all.length : random.between(1, all.length)
    const socket = connect({ port: server.port, host: '127.0.0.1' })
    socket.on('error', () => {})
    await once(socket, 'connect')
    await new Promise(sent => socket.write(all.subarray(0, end), sent))
    await anyMoment(random.between(0, 60))
    socket.destroy()
  }
  for (let done = 0; done < aborts; done += 10) await Promise.all(Array.from({ length: 10 }, cutOff))
  await server.drain()
  // What was cut off last is still being let go.
  await Promise.allSettled(answers)
  await sweepAttachments(app.files, { laboratories: [laboratory.id], olderThanSeconds: 0 })

  const rows = await make.within(
    laboratory.id,
    async client => (await client.query<{ id: string; state: string }>('select id, state from attachments')).rows,
  )
  expect(rows.filter(({ state }) => state !== 'ready')).toEqual([])
  const kept = await readdir(join(folder, 'files', laboratory.id)).catch(() => [])
  expect(kept.toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
  expect(await readdir(join(folder, 'passage'))).toEqual([])
}, 600_000)

it.runIf(isInTurn('uploads'))(
  'twenty at once add less than 50 MB; killed in the middle, nothing is left without a row',
  async () => {
    const { child, port, pid } = await startInOwnProcess({ database, folder })
    const laboratory = await make.laboratory()
    const practice = await make.practice(laboratory)
    const user = await make.user(practice)
    const call = await as(user)
    const token = await tokenFor(user)
    const newOrders = () => Promise.all(Array.from({ length: 20 }, async () => (await make.order(practice)).id))

    /** In pieces, from one buffer, without saying how much will come. */
    const send = (orderId: string | undefined, name: string, bytes: Buffer, times = 1) =>
      new Promise<number | undefined>(resolve => {
        const upload = request({
          port,
          agent: false,
          method: 'POST',
          path: `/api/orders/${orderId}/attachments`,
          headers: {
            host: laboratory.host,
            authorization: `Bearer ${token}`,
            'content-type': `multipart/form-data; boundary=${boundary}`,
            'transfer-encoding': 'chunked',
          },
        })
        upload.on('response', response => {
          response.resume()
          resolve(response.statusCode)
        })
        upload.on('error', () => resolve(undefined))
        upload.write(headOf(name))
        let sent = 0
        const more = () => {
          if (sent++ < times) upload.write(bytes, () => setImmediate(more))
          else upload.end(tail)
        }
        more()
      })
    /** Whoever finds the laboratory too busy comes again: how busy this machine is, is not asked here. */
    const insist: typeof send = async (...given) => {
      const status = await send(...given)
      return status === 503 ? insist(...given) : status
    }
    type Work = (orderId: string | undefined) => Promise<number | undefined>
    const measureOnce = async (work: Work) => {
      const orders = await newOrders()
      const before = memoryOf(pid)
      let most = before
      const watch = setInterval(() => {
        most = Math.max(most, memoryOf(pid))
      }, 5)
      const statuses = await Promise.all(orders.map(work))
      clearInterval(watch)
      return { added: Math.round(most - before), statuses: [...new Set(statuses)] }
    }
    /** Garbage that nobody had collected yet counts once; what uploads hold counts every time. */
    const measured = async (work: Work) => {
      const first = await measureOnce(work)
      return first.added < 50 ? first : measureOnce(work)
    }

    const noise = { type: 'gaussian' as const, mean: 150, sigma: 20 }
    const photo = await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#fff', noise } })
      .jpeg({ quality: 60 })
      .toBuffer()
    expect(photo.length).toBeLessThan(maximumBytes)
    const whole = files.pdfOf(maximumBytes)
    // Once each, so that what is loaded only now is not counted.
    const [first] = await newOrders()
    for (const [name, bytes] of [
      ['a.jpg', photo],
      ['a.pdf', whole],
    ] as const)
      expect(await send(first, name, bytes)).toBe(201)

    const oversize = await measured(orderId => send(orderId, 'scan.stl', Buffer.alloc(64 * 1024), 400))
    const allowed = await measured(orderId => insist(orderId, 'scan.pdf', whole))
    const photos = await measured(orderId => insist(orderId, 'photo.jpg', photo))
    process.stdout.write(`Megabytes added by twenty at once: ${JSON.stringify({ oversize, allowed, photos })}\n`)
    expect(oversize.statuses).not.toContain(201)
    expect(oversize.added).toBeLessThan(50)
    expect(allowed).toMatchObject({ statuses: [201] })
    expect(allowed.added).toBeLessThan(50)
    expect(photos).toMatchObject({ statuses: [201] })
    // Images are decoded in a process of their own.
    expect(photos.added).toBeLessThan(50)

    const orders = await newOrders()
    const uploads = orders.map(orderId => send(orderId, 'scan.pdf', whole))
    await expect.poll(async () => (await readdir(join(folder, 'passage'))).length, { interval: 5 }).toBeGreaterThan(0)
    child.kill('SIGKILL')
    await Promise.all(uploads)
    await sweepAttachments(app.files, { laboratories: [laboratory.id], olderThanSeconds: 0 })
    const rows = await rowsOf(laboratory.id)
    expect(rows.filter(({ state }) => state !== 'ready')).toEqual([])
    expect((await readdir(join(folder, 'files', laboratory.id))).toSorted()).toEqual(
      rows.map(({ id }) => id).toSorted(),
    )
    expect(await readdir(join(folder, 'passage'))).toEqual([])
    for (const { id, size } of rows) {
      const got = await call(`/api/attachments/${id}`)
      expect((await got.arrayBuffer()).byteLength).toBe(size)
    }
  },
  300_000,
)
