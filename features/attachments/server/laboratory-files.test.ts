import { describe, expect, it } from 'vitest'
import type { UnreadCase } from '#features/notices/contract.ts'
import { attached, startAttaching } from '#test/attaching.ts'
import * as files from '#test/files.ts'
import { noCreatingRates, problemOf, startTestApp } from '#test/harness.ts'
import { type Attachment, maximumBytes } from '../contract.ts'
import { sweepAttachments } from './sweep.ts'

const use = startTestApp({ creatingRates: noCreatingRates })
const { app, make, request, as } = use
const {
  call: doctor,
  filesOf,
  laboratory,
  listOf,
  newOrder,
  practice,
  report,
  rowsOf,
  send,
  user,
} = await startAttaching(use)

const technician = await make.user(laboratory, {
  role: 'production',
  first_name: 'Paul',
  last_name: 'Durand',
  title: '',
})
const bench = await as(technician)
type Call = typeof bench

const show = (orderId: string, name: string, bytes: Uint8Array, by: Call = bench, fields = {}, headers = {}) =>
  by(`/api/staff/orders/${orderId}/attachments`, { method: 'POST', body: files.form(name, bytes, fields), headers })
const seenByLaboratory = async (orderId: string) =>
  ((await (await bench(`/api/staff/orders/${orderId}/attachments`)).json()) as { data: Attachment[] }).data
const take = (id: string, by: Call = bench) => by(`/api/staff/attachments/${id}`, { method: 'DELETE' })

async function aLaboratory(values: Record<string, unknown>) {
  const practice = await make.practice(await make.laboratory(values))
  const [doctor, bench] = [await as(await make.user(practice)), await as(await make.user(practice.laboratory))]
  const attach = (by: Call, path: string) => (orderId: string, bytes: Uint8Array) =>
    by(`${path}/${orderId}/attachments`, { method: 'POST', body: files.form('a.pdf', bytes) })
  return {
    newOrder: async () => (await make.order(practice)).id,
    send: attach(doctor, '/api/orders'),
    show: attach(bench, '/api/staff/orders'),
  }
}

describe('a file that the laboratory shows', () => {
  it('is seen and fetched by the practice under the name of the laboratory, and by the laboratory under that of its colleague', async () => {
    const orderId = await newOrder({ status: 'in_production' })
    const picture = await files.png()
    const added = await attached(await show(orderId, 'Maquette.png', picture))
    expect(added).toMatchObject({
      name: 'Maquette.png',
      createdBy: 'Paul Durand',
      isOfLaboratory: true,
      canRemove: true,
    })
    const { data } = await listOf(orderId)
    expect(data).toMatchObject([
      { id: added.id, createdBy: 'Laboratoire d’essai', isOfLaboratory: true, isOfHandOver: false, canRemove: false },
    ])
    expect((await doctor(`/api/attachments/${added.id}`)).status).toBe(200)
    expect((await bench(`/api/staff/attachments/${added.id}`)).status).toBe(200)
  })

  it('is called by the code of the patient, not by their name', async () => {
    const orderId = await newOrder({ status: 'in_production', patient: 'Berthe Lacaze', patient_code: 'BL-7' })
    const { name } = await attached(await show(orderId, 'bon lacaze berthe.pdf', files.pdf()))
    expect(name.toLowerCase()).not.toMatch(/lacaze|berthe/)
  })

  it('gives an optical case the scan that it waits for', async () => {
    const orderId = await newOrder({ print_type: 'optical' })
    const isAwaited = async () => (await (await bench(`/api/staff/orders/${orderId}`)).json()).data.isScanAwaited
    expect(await isAwaited()).toBe(true)
    await attached(await show(orderId, 'haut.stl', files.stl()))
    expect(await isAwaited()).toBe(false)
  })

  it('marks the case as unread for whoever works in the practice, once it is whole', async () => {
    const orderId = await newOrder({ status: 'in_production' })
    const unread = async () => {
      const { data } = (await (await doctor('/api/unread')).json()) as { data: UnreadCase[] }
      return data.some(({ id }) => id === orderId)
    }
    expect((await show(orderId, 'a.png', files.pdf())).status).toBe(415)
    expect(await unread()).toBe(false)
    await attached(await show(orderId, 'a.stl', files.stl(7)))
    expect(await unread()).toBe(true)
    // The same file again is not reported as new.
    const { data } = (await (await doctor('/api/unread')).json()) as { data: UnreadCase[] }
    const { news } = data.find(({ id }) => id === orderId) ?? {}
    await doctor(`/api/orders/${orderId}/read`, { body: { news } })
    await attached(await show(orderId, 'a (1).stl', files.stl(7)))
    expect(await unread()).toBe(false)
  })

  it('is taken away by anybody at the bench, as far as the case may be, with its bytes; and each act is on record', async () => {
    const orderId = await newOrder({ status: 'delivered' })
    const { id } = await attached(await show(orderId, 'somebody-else.png', await files.png()))
    const other = await make.user(laboratory, { role: 'production' })
    expect((await take(id, await as(other))).status).toBe(204)
    expect((await take(id)).status).toBe(404)
    expect((await listOf(orderId)).data).toEqual([])
    await sweepAttachments(app.files, { laboratories: [laboratory.id] })
    expect(await filesOf()).not.toContain(id)
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select kind, user_id from audit_events where order_id = $1 order by id', [orderId]),
    )
    expect(rows).toEqual([
      { kind: 'attachment_added', user_id: technician.id },
      { kind: 'attachment_removed', user_id: other.id },
    ])
  })

  it('is not the practice’s to take away or to say what it shows, and what the practice has sent is not the laboratory’s', async () => {
    const orderId = await newOrder()
    const shown = await attached(await show(orderId, 'haut.stl', files.stl()))
    const sent = await attached(await send(orderId, 'bas.stl', files.stl(3)))
    for (const answer of [
      await doctor(`/api/attachments/${shown.id}`, { method: 'DELETE' }),
      await doctor(`/api/attachments/${shown.id}`, { method: 'PATCH', body: { role: 'bite' } }),
      await take(sent.id),
    ])
      expect(await problemOf(answer)).toMatchObject({ status: 409, code: 'attachment_is_kept' })
    const names = (await seenByLaboratory(orderId)).map(({ name, role, canRemove }) => [name, role, canRemove])
    expect(names).toEqual([
      ['haut.stl', shown.role, true],
      ['bas.stl', sent.role, false],
    ])
  })

  it('is no copy of what the practice has sent: each side has its own, once', async () => {
    const orderId = await newOrder()
    const scan = files.stl(5)
    const sent = await attached(await send(orderId, 'scan.stl', scan))
    const shown = await attached(await show(orderId, 'scan (1).stl', scan))
    expect(shown.id).not.toBe(sent.id)
    expect((await attached(await show(orderId, 'scan.stl', scan))).id).toBe(shown.id)
    expect((await seenByLaboratory(orderId)).map(({ id, name }) => [id, name])).toEqual([
      [sent.id, 'scan.stl'],
      [shown.id, 'scan.stl'],
    ])
  })

  it('takes no place that the practice has, and has as many itself', async () => {
    const { newOrder, send, show } = await aLaboratory({ attachment_maximum_count: 1 })
    const orderId = await newOrder()
    for (const add of [show, send]) {
      await attached(await add(orderId, files.pdf()))
      expect(await problemOf(await add(orderId, files.pdf()))).toMatchObject({ status: 409, code: 'too_many_files' })
    }
  })

  it('takes no room that the practice has, and has as much itself', async () => {
    const { newOrder, send, show } = await aLaboratory({ attachment_quota_bytes: maximumBytes + 2_000 })
    for (const add of [show, send]) {
      await attached(await add(await newOrder(), files.pdfOf(2_001)))
      expect(await problemOf(await add(await newOrder(), files.pdf()))).toMatchObject({ code: 'quota_exceeded' })
    }
  })

  it('comes once, however often it is sent under its key', async () => {
    const orderId = await newOrder()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const [first, again] = [
      await attached(await show(orderId, 'a.pdf', files.pdf(), bench, {}, headers)),
      await attached(await show(orderId, 'a.pdf', files.pdf(), bench, {}, headers)),
    ]
    expect(again.id).toBe(first.id)
    expect(await seenByLaboratory(orderId)).toHaveLength(1)
  })

  it('shows no problem: that is for whoever reports it', async () => {
    const orderId = await newOrder({ status: 'delivered' })
    const problemId = await report(orderId)
    const refused = await show(orderId, 'a.pdf', files.pdf(), bench, { problemId })
    expect(await problemOf(refused)).toMatchObject({ status: 422, errors: [{ path: 'problemId', code: 'not_listed' }] })
  })

  it('does not come to a case that was cancelled, whoever has the page of it open', async () => {
    const orderId = await newOrder({ status: 'in_production' })
    await attached(await show(orderId, 'a.pdf', files.pdf()))
    await bench(`/api/staff/orders/${orderId}/status`, { body: { status: 'cancelled', note: 'Pas pour vous' } })
    const before = await rowsOf()
    const refused = await problemOf(await show(orderId, 'bon.pdf', files.pdf()))
    expect(refused).toMatchObject({ status: 409, code: 'order_over' })
    expect(await rowsOf()).toEqual(before)
  })

  it('is for whoever works on cases, of this laboratory', async () => {
    const orderId = await newOrder()
    const { id } = await attached(await show(orderId, 'a.pdf', files.pdf()))
    for (const role of ['accounting', 'driver'] as const) {
      const colleague = await as(await make.user(laboratory, { role }))
      expect((await show(orderId, 'b.pdf', files.pdf(), colleague)).status).toBe(403)
      expect((await take(id, colleague)).status).toBe(403)
    }
    expect((await show(orderId, 'b.pdf', files.pdf(), doctor)).status).toBe(403)
    expect((await take(id, doctor)).status).toBe(403)
    const stranger = await as(await make.user(await make.laboratory(), { role: 'administrator' }))
    expect((await show(orderId, 'b.pdf', files.pdf(), stranger)).status).toBe(404)
    expect((await take(id, stranger)).status).toBe(404)
    const body = files.form('b.pdf', files.pdf())
    expect((await request(laboratory, `/api/staff/orders/${orderId}/attachments`, { body })).status).toBe(401)
    expect((await request(laboratory, `/api/staff/attachments/${id}`, { method: 'DELETE' })).status).toBe(401)
    const neighbour = await as(await make.user(await make.practice(laboratory)))
    expect((await neighbour(`/api/attachments/${id}`)).status).toBe(404)
    expect(await seenByLaboratory(orderId)).toHaveLength(1)
  })

  it('says whose it is by itself: no statement of a practice or of the laboratory says otherwise', async () => {
    const orderId = await newOrder()
    const { id } = await attached(await show(orderId, 'a.pdf', files.pdf()))
    const forged = `insert into attachments (brand_id, practice_id, order_id, created_by, of_laboratory)
      values ('${laboratory.id}', '${practice.id}', '${orderId}', '${user.id}', true) returning of_laboratory`
    const inPractice = (text: string) =>
      make.within(laboratory.id, async client => {
        await client.query(`select tenant.set_context('${laboratory.id}', '${practice.id}', null)`)
        return client.query(text)
      })
    expect((await inPractice(forged)).rows).toEqual([{ of_laboratory: false }])
    expect((await inPractice(`update attachments set state = 'removed' where id = '${id}'`)).rowCount).toBe(0)
    expect((await inPractice(`delete from attachments where id = '${id}'`)).rowCount).toBe(0)
    const mayChange = "select has_column_privilege('arcade_app', 'attachments', 'of_laboratory', 'update') as may"
    expect((await inPractice(mayChange)).rows).toEqual([{ may: false }])
  })
})
