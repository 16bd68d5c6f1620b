import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { attached, startAttaching } from '#test/attaching.ts'
import * as files from '#test/files.ts'
import { noCreatingRates, problemOf, startTestApp } from '#test/harness.ts'
import { maximumBytes } from '../contract.ts'
import { sweepAttachments } from './sweep.ts'

const use = startTestApp({ creatingRates: noCreatingRates })
const { app, make, as } = use
const { filesOf, listOf, newOrder, rowsOf, send } = await startAttaching(use)

describe('a file sent again under its key', () => {
  it('is the same file, also where it was the last that fitted', async () => {
    const tight = await make.laboratory({ attachment_maximum_count: 1 })
    const there = await make.practice(tight)
    const by = await as(await make.user(there))
    const { id } = await make.order(there)
    const headers = { 'idempotency-key': randomUUID() }
    const first = await attached(await send(id, 'a.pdf', files.pdf(), {}, by, headers))
    const second = await attached(await send(id, 'a.pdf', files.pdf(), {}, by, headers))
    expect(second).toEqual(first)
    const other = await send(id, 'a.pdf', files.pdf(3), {}, by, headers)
    expect(await problemOf(other)).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    // Before any sweep.
    expect(await rowsOf(tight.id)).toEqual([{ id: first.id, state: 'ready' }])
    expect(await filesOf(tight.id)).toEqual([first.id])
  })

  it('takes no room of the practice, however often', async () => {
    const small = await make.laboratory({ attachment_quota_bytes: maximumBytes + 2_000 })
    const there = await make.practice(small)
    const by = await as(await make.user(there))
    const { id } = await make.order(there)
    const headers = { 'idempotency-key': randomUUID() }
    const answers = []
    for (let time = 0; time < 6; time++)
      answers.push(await attached(await send(id, 'a.pdf', files.pdfOf(900), {}, by, headers)))
    expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
    await attached(await send(id, 'b.pdf', files.pdfOf(900), {}, await as(await make.user(there))))
    // The quota is used up, and stays so.
    await attached(await send(id, 'c.pdf', files.pdfOf(900), {}, by))
    for (const key of [headers, { 'idempotency-key': randomUUID() }]) {
      const answer = await send(id, 'a.pdf', files.pdfOf(900), {}, by, key)
      expect(answer.status).toBe(key === headers ? 201 : 409)
    }
    expect(await filesOf(small.id)).toHaveLength(3)
  })

  it('twice at once is one file, and what was stored in vain goes with the next sweep', async () => {
    const apart = await make.laboratory()
    const there = await make.practice(apart)
    const by = await as(await make.user(there))
    const { id } = await make.order(there)
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(id, 'a.pdf', files.pdf(), {}, by, headers)))
    for (const { status } of answers) expect([201, 409]).toContain(status)
    const again = await attached(await send(id, 'a.pdf', files.pdf(), {}, by, headers))
    expect((await listOf(id, by)).data).toEqual([again])
    await sweepAttachments(app.files, { laboratories: [apart.id] })
    expect(await rowsOf(apart.id)).toEqual([{ id: again.id, state: 'ready' }])
    expect(await filesOf(apart.id)).toEqual([again.id])
  })
})

describe('limits', () => {
  it('hold at any concurrency: of 40 files sent at once to a case 20 are attached', async () => {
    const orderId = await newOrder()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => send(orderId, 'scan.stl', files.stl(at + 2))),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    const refused = await Promise.all(answers.filter(({ status }) => status !== 201).map(problemOf))
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['too_many_files']))
    expect((await listOf(orderId)).data).toHaveLength(20)
  })

  it('keep a practice within its space', async () => {
    const small = await make.laboratory({ attachment_quota_bytes: maximumBytes + 1_000 })
    const there = await make.practice(small)
    const by = await as(await make.user(there))
    const { id } = await make.order(there)
    await attached(await send(id, 'a.pdf', files.pdfOf(1_500), {}, by))
    expect(await problemOf(await send(id, 'b.pdf', files.pdf(), {}, by))).toMatchObject({
      status: 409,
      code: 'quota_exceeded',
    })
    const other = await make.practice(small)
    const elsewhere = await make.order(other)
    await attached(await send(elsewhere.id, 'a.pdf', files.pdf(), {}, await as(await make.user(other))))
  })

  it('count what was taken away until its bytes are gone', async () => {
    const small = await make.laboratory({ attachment_quota_bytes: maximumBytes + 1_000 })
    const there = await make.practice(small)
    const by = await as(await make.user(there))
    const { id } = await make.order(there)
    const first = await attached(await send(id, 'a.pdf', files.pdfOf(1_500), {}, by))
    expect((await by(`/api/attachments/${first.id}`, { method: 'DELETE' })).status).toBe(204)
    const refused = await send(id, 'b.pdf', files.pdfOf(1_500), {}, by)
    expect((await problemOf(refused)).code).toBe('quota_exceeded')
    await sweepAttachments(app.files, { laboratories: [small.id] })
    await attached(await send(id, 'b.pdf', files.pdfOf(1_500), {}, by))
  })
})
