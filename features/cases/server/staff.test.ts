import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice, TestUser } from '#test/make.ts'
import { CaseStatus } from '../contract.ts'

const { make, as, request } = startTestApp()

const practiceOfItsOwn = async () => make.practice(await make.laboratory())
const hold = { reason: 'implant_parts', question: 'Quelle plateforme ?' }
const heldAs = { status: 'on_hold', hold_reason: 'technical_response', hold_question: 'Quelle teinte ?' }

const rowOf = async (practice: TestPractice, id: string) =>
  (
    await make.within(practice.laboratory.id, client =>
      client.query(
        `select status, held_from, hold_reason, hold_question, hold_answer, hold_answered_at, hold_answered_by,
           delivery_on::text, first_delivery_on::text, is_delivery_confirmed from orders where id = $1`,
        [id],
      ),
    )
  ).rows[0]
const move = async (staff: TestUser, id: string, body: object) =>
  (await as(staff))(`/api/staff/orders/${id}/status`, { body })
const refusalOf = async (response: Response) => [response.status, (await problemOf(response)).code]
const timelineOf = async (practice: TestPractice, id: string) =>
  (
    await make.within(practice.laboratory.id, client =>
      client.query('select status, note from order_events where order_id = $1 order by sequence', [id]),
    )
  ).rows

/** The status table of design.md, repeated by hand. */
const ways: Record<CaseStatus, readonly CaseStatus[]> = {
  registered: ['in_preparation', 'on_hold', 'cancelled'],
  in_preparation: ['in_production', 'on_hold', 'cancelled'],
  in_production: ['shipped', 'on_hold', 'cancelled'],
  on_hold: ['in_preparation', 'cancelled'],
  shipped: ['delivered'],
  // Invoicing sets the status itself.
  delivered: [],
  invoiced: [],
  cancelled: [],
  unknown: ['registered', 'in_preparation', 'in_production', 'shipped', 'delivered', 'cancelled'],
}

describe('the status of a case', () => {
  it.each(CaseStatus.options)('leads from %s where the table says, and nowhere else', async from => {
    const practice = await practiceOfItsOwn()
    const staff = await make.user(practice.laboratory)
    for (const to of CaseStatus.options) {
      const { id } = await make.order(practice, from === 'on_hold' ? heldAs : { status: from })
      const response = await move(staff, id, { status: to, ...(to === 'on_hold' && from !== to ? { hold } : {}) })
      const row = await rowOf(practice, id)
      if (ways[from].includes(to)) {
        expect([response.status, row.status], to).toEqual([204, to])
        expect(await timelineOf(practice, id)).toEqual([{ status: to, note: to === 'on_hold' ? hold.question : null }])
      } else {
        expect(await refusalOf(response), to).toEqual([409, 'status_not_allowed'])
        expect(row.status).toBe(from)
        expect(await timelineOf(practice, id)).toEqual([])
      }
    }
  })

  it('goes on hold with a question, and back to where it came from without question or answer', async () => {
    const practice = await practiceOfItsOwn()
    const staff = await make.user(practice.laboratory)
    const { id } = await make.order(practice, { status: 'in_production' })
    expect((await move(staff, id, { status: 'on_hold', hold, note: 'Il manque le pilier' })).status).toBe(204)
    expect(await rowOf(practice, id)).toMatchObject({
      status: 'on_hold',
      held_from: 'in_production',
      hold_reason: 'implant_parts',
      hold_question: 'Quelle plateforme ?',
    })
    await (await as(await make.user(practice)))(`/api/orders/${id}/hold-answer`, { body: { answer: 'parts_sent' } })
    expect(await refusalOf(await move(staff, id, { status: 'in_preparation' }))).toEqual([409, 'status_not_allowed'])
    expect((await move(staff, id, { status: 'in_production' })).status).toBe(204)
    expect(await rowOf(practice, id)).toMatchObject({
      status: 'in_production',
      held_from: null,
      hold_reason: null,
      hold_question: null,
      hold_answer: null,
      hold_answered_at: null,
      hold_answered_by: null,
    })
    expect(await timelineOf(practice, id)).toEqual([
      { status: 'on_hold', note: 'Quelle plateforme ?' },
      { status: 'on_hold', note: 'Il manque le pilier' },
      { status: 'on_hold', note: 'Le cabinet a envoyé les pièces.' },
      { status: 'in_production', note: null },
    ])
  })

  it('can ask something else while on hold, which nobody has answered yet', async () => {
    const practice = await practiceOfItsOwn()
    const staff = await make.user(practice.laboratory)
    const { id } = await make.order(practice, heldAs)
    await (await as(await make.user(practice)))(`/api/orders/${id}/hold-answer`, { body: { answer: 'call_me' } })
    expect((await move(staff, id, { status: 'on_hold', hold: { reason: 'other' } })).status).toBe(204)
    expect(await rowOf(practice, id)).toMatchObject({
      held_from: 'in_preparation',
      hold_reason: 'other',
      hold_question: null,
      hold_answer: null,
    })
  })

  it('confirms or moves the day of delivery; the first promise is kept', async () => {
    const practice = await practiceOfItsOwn()
    const staff = await make.user(practice.laboratory)
    const { id } = await make.order(practice, { delivery_on: '2026-12-01' })
    await move(staff, id, { status: 'in_preparation', deliveryDate: '2026-12-03' })
    await move(staff, id, { status: 'in_preparation', deliveryDate: '2026-12-04', note: 'Retard du fournisseur' })
    expect(await rowOf(practice, id)).toMatchObject({
      delivery_on: '2026-12-04',
      first_delivery_on: '2026-12-01',
      is_delivery_confirmed: true,
    })
    const unpromised = await make.order(practice)
    await move(staff, unpromised.id, { status: 'in_preparation', deliveryDate: '2026-12-03' })
    expect(await rowOf(practice, unpromised.id)).toMatchObject({
      delivery_on: '2026-12-03',
      first_delivery_on: '2026-12-03',
      is_delivery_confirmed: true,
    })
    const { data } = await (await (await as(await make.user(practice)))(`/api/orders/${id}`)).json()
    expect(data).toMatchObject({
      deliveryDate: '2026-12-04',
      timeline: [{ status: 'in_preparation' }, { status: 'in_preparation', note: 'Retard du fournisseur' }],
    })
  })

  it('is told with what it needs, and nothing else', async () => {
    const practice = await practiceOfItsOwn()
    const staff = await make.user(practice.laboratory)
    const { id } = await make.order(practice)
    const errorsOf = async (body: object) => (await problemOf(await move(staff, id, body))).errors
    expect(await errorsOf({ status: 'on_hold' })).toEqual([{ path: 'hold', code: 'required' }])
    expect(await errorsOf({ status: 'in_preparation', hold })).toEqual([{ path: 'hold', code: 'not_allowed' }])
    for (const body of [
      {},
      { status: 'lost' },
      { status: 'in_preparation', deliveryDate: '2026-02-31' },
      { status: 'in_preparation', note: ' ' },
      { status: 'in_preparation', totalCents: 1 },
      { status: 'on_hold', hold: { reason: 'other', answer: 'go_ahead' } },
    ])
      expect((await move(staff, id, body)).status, JSON.stringify(body)).toBe(422)
    expect(await rowOf(practice, id)).toMatchObject({ status: 'registered', delivery_on: null })
  })

  it('stays, where there is only something to note', async () => {
    const practice = await practiceOfItsOwn()
    const staff = await make.user(practice.laboratory)
    const { id } = await make.order(practice, { status: 'in_production' })
    expect((await move(staff, id, { status: 'in_production', note: 'Essayage fait' })).status).toBe(204)
    expect(await timelineOf(practice, id)).toEqual([{ status: 'in_production', note: 'Essayage fait' }])
  })

  it('is audited', async () => {
    const practice = await practiceOfItsOwn()
    const staff = await make.user(practice.laboratory)
    const { id } = await make.order(practice)
    await move(staff, id, { status: 'in_preparation' })
    await move(staff, id, { status: 'shipped' })
    const { rows } = await make.within(practice.laboratory.id, client =>
      client.query('select kind, user_id, order_id from audit_events'),
    )
    expect(rows).toEqual([{ kind: 'order_status_changed', user_id: staff.id, order_id: id }])
  })
})

describe('the laboratory’s calls', () => {
  const calls = (id: string) =>
    [
      [`/api/staff/orders/${id}/status`, { body: { status: 'in_preparation' } }],
      [`/api/staff/orders/${id}/messages`, { body: { body: 'Bonjour' } }],
    ] as const

  it('serve the cases of all its practices', async () => {
    const laboratory = await make.laboratory()
    const call = await as(await make.user(laboratory))
    for (let count = 0; count < 2; count++) {
      const { id } = await make.order(await make.practice(laboratory))
      for (const [path, options] of calls(id)) expect((await call(path, options)).ok, path).toBe(true)
    }
  })

  it('are not for practices, strangers or other laboratories', async () => {
    const practice = await practiceOfItsOwn()
    const { id } = await make.order(practice)
    const manager = await as(await make.user(practice, { account_type: 'manager' }))
    const foreign = await as(await make.user(await make.laboratory()))
    for (const [path, options] of calls(id)) {
      expect((await request(practice.laboratory, path, options)).status).toBe(401)
      expect(await refusalOf(await manager(path, options))).toEqual([403, 'forbidden'])
      expect(await refusalOf(await foreign(path, options))).toEqual([404, 'not_found'])
    }
    for (const [path, options] of calls(randomUUID()))
      expect(await refusalOf(await (await as(await make.user(practice.laboratory)))(path, options))).toEqual([
        404,
        'not_found',
      ])
    expect((await rowOf(practice, id)).status).toBe('registered')
  })
})
