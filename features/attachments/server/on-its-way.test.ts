import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { attached } from '#test/attaching.ts'
import * as files from '#test/files.ts'
import { noCreatingRates, startTestApp } from '#test/harness.ts'
import { startScanner } from '#test/scanner.ts'
import type { Attachment } from '../contract.ts'

const scanner = await startScanner()
const { folder, make } = startTestApp()
const use = startTestApp({
  creatingRates: noCreatingRates,
  files: { storage: { folder: join(folder, 'files') }, passage: join(folder, 'passage'), scanner: scanner.place },
})
const { as } = use
beforeEach(() => {
  scanner.answer = () => 'stream: OK\0'
})
afterAll(() => scanner.close())

/** Done once, after the next file has its place and before it has arrived. */
function meanwhile(act: () => Promise<unknown>) {
  scanner.answer = async () => {
    scanner.answer = () => 'stream: OK\0'
    await act()
    return 'stream: OK\0'
  }
}

describe('while its draft is sent', () => {
  async function drafting() {
    const practice = await make.practice(await make.laboratory())
    const call = await as(await make.user(practice))
    const { reference } = await make.product(practice.laboratory)
    const draftId = randomUUID()
    await call(`/api/order-drafts/${draftId}`, { method: 'PUT', body: { content: {}, follows: 0 } })
    const products = [{ reference, quantity: 1, teeth: [26], shade: 'A2' }]
    const order = { patientCode: 'P-77', patient: 'Zoé Martin', printType: 'optical', draftId, products }
    return {
      send: (name: string, bytes: Uint8Array) =>
        call(`/api/order-drafts/${draftId}/attachments`, { body: files.form(name, bytes) }),
      /** The files of the case that the draft becomes. */
      sent: async () => {
        const made = await call('/api/orders', { body: order })
        expect(made.status, await made.clone().text()).toBe(201)
        const { id } = (await made.json()).data
        return async () => ((await (await call(`/api/orders/${id}/attachments`)).json()) as { data: Attachment[] }).data
      },
    }
  }

  it('a scan that comes once more stands once in the case, under the name that no download has added to', async () => {
    const { send, sent } = await drafting()
    const first = await attached(await send('scan (1).stl', files.stl(5)))
    let filesOfCase: Awaited<ReturnType<typeof sent>> | undefined
    meanwhile(async () => {
      filesOfCase = await sent()
    })
    expect((await attached(await send('scan.stl', files.stl(5)))).id).toBe(first.id)
    expect(await filesOfCase?.()).toMatchObject([{ id: first.id, name: 'scan.stl' }])
  })

  it('a file comes to the case, under the code of its patient', async () => {
    const { send, sent } = await drafting()
    let filesOfCase: Awaited<ReturnType<typeof sent>> | undefined
    meanwhile(async () => {
      filesOfCase = await sent()
    })
    const { id } = await attached(await send('Martin haut.stl', files.stl(5)))
    expect(await filesOfCase?.()).toMatchObject([{ id, name: 'P-77 haut.stl' }])
  })
})
