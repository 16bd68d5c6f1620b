import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { attached } from '#test/attaching.ts'
import { startEntering } from '#test/entering.ts'
import * as files from '#test/files.ts'
import { noCreatingRates, problemOf, startTestApp } from '#test/harness.ts'
import { startScanner } from '#test/scanner.ts'
import { waitedFor } from '#test/waited-for.ts'
import type { Attachment } from '../contract.ts'
import { sweepAttachments } from './sweep.ts'

const scanner = await startScanner()
const { folder, make } = startTestApp()
const use = startTestApp({
  creatingRates: noCreatingRates,
  files: { storage: { folder: join(folder, 'files') }, passage: join(folder, 'passage'), scanner: scanner.place },
})
const { app, as } = use
const entered = startEntering(use)
beforeEach(() => {
  scanner.answer = () => 'stream: OK\0'
})
afterAll(() => scanner.close())

/** Runs once, after the next file has its row and before its bytes are stored. */
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

describe('while the laboratory refuses what it has entered', () => {
  async function refusing() {
    const { laboratory, practice, doctor, bench, id } = await entered()
    const show = (name: string) =>
      bench(`/api/staff/orders/${id}/attachments`, { body: files.form(name, files.stl(5)) })
    const refuse = () =>
      bench(`/api/staff/orders/${id}/status`, { body: { status: 'cancelled', note: 'Autre cabinet' } })
    const reading = await as(doctor)
    const left = async () => {
      const { data } = (await (await reading(`/api/orders/${id}/attachments`)).json()) as { data: Attachment[] }
      return data.map(({ name }) => name)
    }
    return { laboratory, practice, show, refuse, left }
  }

  it('a file that is on its way does not arrive, and its bytes go', async () => {
    const { laboratory, show, refuse, left } = await refusing()
    meanwhile(refuse)
    expect(await problemOf(await show('Martin haut.stl'))).toMatchObject({ status: 409, code: 'order_over' })
    expect(await left()).toEqual([])
    await sweepAttachments(app.files, { laboratories: [laboratory.id] })
    const rows = await make.within(laboratory.id, client => client.query('select from attachments'))
    expect(rows.rowCount).toBe(0)
    expect(await readdir(join(folder, 'files', laboratory.id)).catch(() => [])).toEqual([])
  })

  it('a file does not arrive that was allowed a moment before, and had its place a moment after', async () => {
    const { laboratory, practice, show, refuse, left } = await refusing()
    const { shown } = await make.within(laboratory.id, async client => {
      const place = `attachments/${laboratory.id}/${practice.id}`
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [place])
      const shown = show('Martin haut.stl')
      await waitedFor(client)
      expect((await refuse()).status).toBe(204)
      return { shown }
    })
    expect(await problemOf(await shown)).toMatchObject({ status: 409, code: 'order_over' })
    expect(await left()).toEqual([])
  })

  it('a file that has arrived goes, and one that has not does not come, however the two meet', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { show, refuse, left } = await refusing()
      const [shown, refused] = await Promise.all([show('Martin haut.stl'), refuse()])
      expect(refused.status).toBe(204)
      expect([201, 409]).toContain(shown.status)
      expect(await left()).toEqual([])
    }
  })
})

describe('while the laboratory puts right whose work it has entered', () => {
  async function correcting() {
    const { laboratory, doctor, bench, id, correct } = await entered()
    const reading = await as(doctor)
    return {
      laboratory,
      id,
      correct: async (whose: object) => expect((await correct(whose)).status).toBe(200),
      show: (name: string, bytes = files.stl(5)) =>
        bench(`/api/staff/orders/${id}/attachments`, { body: files.form(name, bytes) }),
      send: (name: string, bytes = files.stl(7)) =>
        reading(`/api/orders/${id}/attachments`, { body: files.form(name, bytes) }),
    }
  }

  it('a file of either side gets the code that is right now, in place of the one that was wrong and of the name', async () => {
    const { correct, show, send } = await correcting()
    meanwhile(() => correct({ patientCode: 'Q-12', patient: 'Jean Petit' }))
    expect((await attached(await show('P-77 haut Martin.stl'))).name).toBe('Q-12 haut Q-12.stl')
    meanwhile(() => correct({ patientCode: 'R-34' }))
    expect((await attached(await send('Q-12 bas.stl'))).name).toBe('R-34 bas.stl')
    meanwhile(() => correct({ patientCode: 'S-56' }))
    expect((await attached(await send('bon R-34.pdf', files.pdf()))).name).toBe('bon S-56.pdf')
  })

  it('a scan that is there already takes its better name with the code that is right now', async () => {
    const { correct, show } = await correcting()
    const first = await attached(await show('P-77 haut (1).stl'))
    meanwhile(() => correct({ patientCode: 'Q-12' }))
    expect(await attached(await show('P-77 haut.stl'))).toMatchObject({ id: first.id, name: 'Q-12 haut.stl' })
  })

  it('a file that arrives before the correction is through waits for it', async () => {
    const { laboratory, id, show } = await correcting()
    const { shown } = await make.within(laboratory.id, async client => {
      await client.query(`update orders set patient_code = 'Q-12' where id = $1`, [id])
      const shown = show('P-77 haut.stl')
      await waitedFor(client)
      return { shown }
    })
    expect((await attached(await shown)).name).toBe('Q-12 haut.stl')
  })
})
