import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import * as files from '#test/files.ts'
import { startTestApp } from '#test/harness.ts'
import { isInTurn } from '#test/in-turn.ts'
import { memoryOf, startInOwnProcess } from './own-process.ts'

const isDue = isInTurn('readers')
// A file of which nothing is done closes nothing either.
const { folder, make, as, tokenFor, database } = isDue ? startTestApp() : ({} as ReturnType<typeof startTestApp>)

it.runIf(isDue)(
  'fifteen who ask for a scan of 100 MB and never read add less than 100 MB, and keep nobody else waiting',
  async () => {
    const { port, pid } = await startInOwnProcess({ database, folder })

    const laboratory = await make.laboratory()
    const practice = await make.practice(laboratory)
    const user = await make.user(practice)
    const call = await as(user)
    const { id: orderId } = await make.order(practice)
    const body = files.form('upper.stl', await files.draco(999, 8), { compression: 'draco' })
    const added = await call(`/api/orders/${orderId}/attachments`, { method: 'POST', body })
    expect(added.status).toBe(201)
    const { id } = ((await added.json()) as { data: { id: string } }).data

    const ask = async (by: string, path = `/api/attachments/${id}`): Promise<Socket> => {
      const socket = connect(port, '127.0.0.1').pause()
      socket.on('error', () => undefined)
      onTestFinished(() => {
        socket.destroy()
      })
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${laboratory.host}\r\nAuthorization: Bearer ${by}\r\n\r\n`)
      return socket
    }
    const token = await tokenFor(user)
    // Once, so that what is loaded only now is not counted.
    const first = await ask(token, `/api/orders/${orderId}/attachments`)
    await once(first, 'readable')
    first.destroy()

    const before = memoryOf(pid)
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, memoryOf(pid))
    }, 10)
    const startedAt = performance.now()
    const readers = await Promise.all(Array.from({ length: 15 }, () => ask(token)))
    // As many as one user may have under way are answered; the others wait for them.
    await Promise.race(readers.map(reader => once(reader, 'readable')))
    await expect.poll(() => readers.filter(reader => reader.readableLength > 0).length, { timeout: 20_000 }).toBe(8)

    const other = await ask(await tokenFor(await make.user(practice)))
    const askedAt = performance.now()
    const [head] = (await once(other.resume(), 'data')) as [Buffer]
    const waited = performance.now() - askedAt
    expect(head.toString('latin1')).toMatch(/^HTTP\/1\.1 200 /)
    let bytes = head.length
    for await (const piece of other) {
      bytes += piece.length
      if (bytes > 99_000_000) break
    }
    clearInterval(watch)
    const grown = Math.round(most - before)
    process.stdout.write(
      `fifteen readers: ${Math.round(before)} MB and ${grown} more; a colleague's first byte after ${Math.round(waited)} ms, the first of all after ${Math.round(askedAt - startedAt)} ms\n`,
    )
    expect(grown).toBeLessThan(100)
    // Whoever had to wait for one of the eight would wait for the thirty seconds after which those who do not read are ended.
    expect(waited).toBeLessThan(20_000)
  },
  300_000,
)
