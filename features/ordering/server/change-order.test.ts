import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Case } from '#features/cases/contract.ts'
import type { AskedOfCase } from '#features/cases/staff-requests-contract.ts'
import { addDays, weekday } from '#kit/day.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice, TestUser } from '#test/make.ts'
import { today } from '#test/today.ts'
import type { ChangePreview } from '../contract.ts'

const { make, as, tried } = startTestApp()
afterEach(() => void vi.useRealTimers())
const workday = (ahead: number) => {
  let day = addDays(today, ahead)
  while (weekday(day) > 5) day = addDays(day, 1)
  return day
}

async function anOrder(values: Record<string, unknown> = {}) {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const { reference } = await make.product(laboratory)
  const order = await make.order(practice, { comment: 'Merci', ...values })
  await make.orderLine(practice, order.id, reference, { product_version: 1, teeth: [26], shade: 'A2' })
  return { laboratory, practice, order, doctor: await make.user(practice), staff: await make.user(laboratory) }
}
const change = async (user: TestUser, { id }: { id: string }, body: object) =>
  (await as(user))(`/api/orders/${id}`, { method: 'PATCH', body })
const preview = async (user: TestUser, { id }: { id: string }, body: object) =>
  ((await (await (await as(user))(`/api/orders/${id}/change-preview`, { body })).json()) as { data: ChangePreview })
    .data
const refusalOf = async (response: Response) => [response.status, (await problemOf(response)).code]
const caseOf = async (user: TestUser, { id }: { id: string }) =>
  ((await (await (await as(user))(`/api/orders/${id}`)).json()) as { data: Case }).data
const askedOf = async (staff: TestUser) =>
  ((await (await (await as(staff))('/api/staff/requests')).json()) as { data: AskedOfCase[] }).data
const answer = async (staff: TestUser, { id }: { id: string }, asked: AskedOfCase | undefined, body: object) =>
  (await as(staff))(`/api/staff/orders/${id}/requests/${asked?.request?.id}/answer`, { body })

const otherTooth = { products: [{ caseSequence: 1, teeth: [16], shade: 'A3' }], comment: null }

describe('a case that was sent', () => {
  it('is changed until production begins: what is made, what it says of itself, its price; and the laboratory notes it', async () => {
    const { order, doctor, staff } = await anOrder({ status: 'in_preparation' })
    expect(await preview(doctor, order, otherTooth)).toMatchObject({ asksLaboratory: null })
    expect((await caseOf(doctor, order)).comment).toBe('Merci')
    expect((await change(doctor, order, otherTooth)).status).toBe(200)
    const changed = await caseOf(doctor, order)
    expect(changed).toMatchObject({
      comment: null,
      summary: 'Couronne zircone 16 · A3',
      products: [{ teeth: [16], shade: 'A3', quantity: 1 }],
      requests: [],
    })
    expect(changed.timeline.map(({ note }) => note)).toEqual([
      'Modifié par le cabinet\u00a0: dents (Couronne zircone)\u00a0: 16 au lieu de 26, teinte (Couronne zircone)\u00a0: A3 au lieu de A2, commentaire modifié.',
    ])
    expect(await askedOf(staff)).toMatchObject([{ order: { code: order.code }, request: null }])
    await (await as(staff))(`/api/staff/orders/${order.id}/changes/noted`, { body: {} })
    expect(await askedOf(staff)).toEqual([])
    // Sending the same change again changes nothing.
    expect((await change(doctor, order, otherTooth)).status).toBe(200)
    expect((await caseOf(doctor, order)).timeline).toHaveLength(1)
    const two = { products: [{ caseSequence: 1, teeth: [16, 17] }] }
    await change(doctor, order, two)
    expect(await caseOf(doctor, order)).toMatchObject({ totalCents: 29_800, products: [{ quantity: 2 }] })
  })

  it('is no way to have more made again for nothing: for other teeth, or more, the laboratory has to say yes', async () => {
    const first = await anOrder({ status: 'delivered' })
    const { doctor, staff, practice } = first
    const again = await make.order(practice, { status: 'registered', remake_of: first.order.id })
    const { reference } = await make.product(first.laboratory)
    await make.orderLine(practice, again.id, reference, {
      product_version: 1,
      teeth: [26, 27],
      shade: 'A2',
      quantity: 2,
    })
    const teeth = (...teeth: number[]) => ({ products: [{ caseSequence: 1, teeth }] })
    // Less work, or another shade, is the practice's decision.
    for (const body of [{ products: [{ caseSequence: 1, shade: 'A3' }] }, teeth(26)]) {
      expect(await preview(doctor, again, body)).toMatchObject({ asksLaboratory: null })
      expect((await change(doctor, again, body)).status).toBe(200)
    }
    for (const more of [teeth(26, 27), teeth(16), teeth(17, 16, 15, 14)])
      expect(await preview(doctor, again, more)).toMatchObject({ asksLaboratory: 'remake' })
    await change(doctor, again, teeth(17, 16, 15, 14))
    expect(await caseOf(doctor, again)).toMatchObject({
      products: [{ teeth: [26], quantity: 1, shade: 'A3' }],
      requests: [{ kind: 'change', state: 'open' }],
    })
    const [asked] = await askedOf(staff)
    expect((await answer(staff, again, asked, { granted: true })).status).toBe(204)
    expect(await caseOf(doctor, again)).toMatchObject({ products: [{ teeth: [17, 16, 15, 14], quantity: 4 }] })
  })

  it('is no way to have a second arch made for nothing', async () => {
    const first = await anOrder({ status: 'delivered' })
    const { doctor, practice, laboratory } = first
    const again = await make.order(practice, { status: 'registered', remake_of: first.order.id })
    const { reference } = await make.product(laboratory, {
      tooth_need: 'none',
      shade_need: 'none',
      sector_need: 'required',
    })
    await make.orderLine(practice, again.id, reference, { product_version: 1, sector: 'upper' })
    const arch = (sector: string) => ({ products: [{ caseSequence: 1, sector }] })
    for (const sector of ['both', 'lower'])
      expect(await preview(doctor, again, arch(sector))).toMatchObject({ asksLaboratory: 'remake' })
    await expect(
      tried(doctor, `update order_products set sector = 'both' where order_id = '${again.id}'`),
    ).rejects.toThrow('more than is made for nothing')
  })

  it.each([{}, { remake_of: true }])('is no way to have more of what is offered (%j)', async values => {
    const { laboratory, practice, doctor, staff, order: first } = await anOrder({ status: 'delivered' })
    const remakeOf = values.remake_of ? { remake_of: first.id } : {}
    const offered = await make.order(practice, { status: 'registered', ...remakeOf })
    const { reference } = await make.product(laboratory)
    await make.orderLine(practice, offered.id, reference, { product_version: 1, teeth: [26], shade: 'A2' })
    const price = (unitPriceCents: number) => ({ prices: [{ caseSequence: 1, unitPriceCents, vat: 'exempt' }] })
    const accounting = await as(await make.user(laboratory, { role: 'accounting' }))
    const setPrice = (cents: number) =>
      accounting(`/api/staff/billing/cases/${offered.id}/prices`, { method: 'PUT', body: price(cents) })
    expect((await setPrice(0)).status).toBe(204)

    const more = { products: [{ caseSequence: 1, teeth: [26, 25, 24] }] }
    const asksLaboratory = values.remake_of ? 'remake' : 'offered'
    expect(await preview(doctor, offered, { products: [{ caseSequence: 1, shade: 'A3' }] })).toMatchObject({
      asksLaboratory: null,
    })
    expect(await preview(doctor, offered, more)).toMatchObject({ asksLaboratory })
    await change(doctor, offered, more)
    expect(await caseOf(doctor, offered)).toMatchObject({
      products: [{ quantity: 1 }],
      requests: [{ kind: 'change', state: 'open' }],
    })
    await expect(
      tried(doctor, `update order_products set quantity = 12 where order_id = '${offered.id}'`),
    ).rejects.toMatchObject({ constraint: 'order_products__for_nothing' })

    // Work with a price grows with its price, as before.
    const [asked] = await askedOf(staff)
    expect((await answer(staff, offered, asked, { granted: false, answer: 'Non' })).status).toBe(204)
    expect((await setPrice(1_000)).status).toBe(204)
    expect(await preview(doctor, offered, more)).toMatchObject({ asksLaboratory: null })
    await change(doctor, offered, more)
    expect(await caseOf(doctor, offered)).toMatchObject({ products: [{ quantity: 3 }], totalCents: 3_000 })
  })

  it('as a remake grows by no statement of the practice', async () => {
    const { order, doctor, practice, laboratory } = await anOrder({ status: 'delivered' })
    const again = await make.order(practice, { status: 'registered', remake_of: order.id })
    const { reference } = await make.product(laboratory)
    await make.orderLine(practice, again.id, reference, { product_version: 1, teeth: [26] })
    for (const grown of [`teeth = '{26,27}'`, `teeth = '{16}'`, 'quantity = 2'])
      await expect(
        tried(doctor, `update order_products set ${grown} where order_id = '${again.id}'`),
      ).rejects.toMatchObject({ constraint: 'order_products__for_nothing' })
  })

  it('keeps an arch that nobody has said, follows its teeth where it is asked for, and is what was chosen beside them', async () => {
    const { practice, doctor } = await anOrder()
    const made = async (needs: object, sector: string | null) => {
      const { reference } = await make.product(practice.laboratory, {
        tooth_need: 'required',
        shade_need: 'none',
        ...needs,
      })
      const order = await make.order(practice)
      await make.orderLine(practice, order.id, reference, { product_version: 1, teeth: [26], sector })
      return async (said: object) => {
        expect((await change(doctor, order, { products: [{ caseSequence: 1, ...said }] })).status).toBe(200)
        const { products, timeline } = await caseOf(doctor, order)
        return [products[0]?.sector, timeline.at(-1)?.note?.includes('arcade')]
      }
    }
    expect(await (await made({ sector_need: 'optional' }, null))({ teeth: [25, 26] })).toEqual([null, false])
    expect(await (await made({ sector_need: 'required' }, 'upper'))({ teeth: [36] })).toEqual(['lower', false])
    expect(await (await made({ sector_need: 'required' }, 'upper'))({ teeth: [25], sector: 'both' })).toEqual([
      'both',
      true,
    ])
  })

  it('is changed as often as a practice changes in a day, however much the laboratory has written on its timeline', async () => {
    const { laboratory, practice, order, doctor, staff } = await anOrder()
    const write = (author: TestUser, from: number) =>
      make.within(laboratory.id, client =>
        client.query(
          `insert into order_events (brand_id, practice_id, order_id, sequence, status, author_id)
            select $1, $2, $3, line, 'registered', $4 from generate_series($5::int, $5::int + 59) line`,
          [laboratory.id, practice.id, order.id, author.id, from],
        ),
      )
    await write(staff, 1)
    expect((await change(doctor, order, { comment: 'Une fois' })).status).toBe(200)
    await write(doctor, 101)
    expect(await refusalOf(await change(doctor, order, { comment: 'De trop' }))).toEqual([429, 'too_many_requests'])
  })

  it('is not changed at once beside a change that is asked for: granted later, that would take it back', async () => {
    const { practice, doctor, staff } = await anOrder()
    const first = await make.order(practice, { status: 'delivered' })
    const remake = await make.order(practice, { remake_of: first.id })
    const { reference } = await make.product(practice.laboratory)
    await make.orderLine(practice, remake.id, reference, { product_version: 1, teeth: [26], shade: 'A2' })
    expect((await change(doctor, remake, { products: [{ caseSequence: 1, teeth: [25, 26] }] })).status).toBe(200)
    const shade = { products: [{ caseSequence: 1, shade: 'B1' }] }
    expect(await refusalOf(await change(doctor, remake, shade))).toEqual([409, 'request_open'])
    expect(await refusalOf(await change(doctor, remake, { comment: 'B1' }))).toEqual([409, 'request_open'])
    const [asked] = await askedOf(staff)
    expect((await answer(staff, remake, asked, { granted: true })).status).toBe(204)
    expect((await change(doctor, remake, shade)).status).toBe(200)
    expect(await caseOf(doctor, remake)).toMatchObject({ products: [{ teeth: [25, 26], shade: 'B1' }] })
  })

  it.each([
    ['in_production', {}],
    ['on_hold', { held_from: 'in_production', hold_reason: 'other' }],
  ])('is changed as a request once it is %s, and when the laboratory has said yes', async (status, values) => {
    const { order, doctor, staff } = await anOrder({ status, ...values })
    expect(await preview(doctor, order, otherTooth)).toMatchObject({ asksLaboratory: 'begun' })
    await change(doctor, order, otherTooth)
    expect(await caseOf(doctor, order)).toMatchObject({
      comment: 'Merci',
      products: [{ teeth: [26], shade: 'A2' }],
      requests: [{ kind: 'change', state: 'open' }],
    })
    expect(await refusalOf(await change(doctor, order, otherTooth))).toEqual([409, 'request_open'])
    expect((await change(doctor, order, { wishedDate: workday(60) })).status).toBe(200)
    const [asked] = await askedOf(staff)
    expect(asked?.request?.words).toMatch(/dents \(Couronne zircone\)\u00a0: 16 au lieu de 26/)
    expect((await answer(staff, order, asked, { granted: true })).status).toBe(204)
    expect(await caseOf(doctor, order)).toMatchObject({
      comment: null,
      summary: 'Couronne zircone 16 · A3',
      products: [{ teeth: [16], shade: 'A3' }],
      requests: [{ kind: 'change', state: 'granted' }],
    })
  })

  it('is granted by the release that understands what was asked, and by no older one', async () => {
    const { laboratory, order, doctor, staff } = await anOrder({ status: 'in_production' })
    await change(doctor, order, otherTooth)
    const [asked] = await askedOf(staff)
    const writtenBy = (version: number) =>
      make.within(laboratory.id, client =>
        client.query(`update order_requests set change_version = $1 where order_id = $2`, [version, order.id]),
      )
    await writtenBy(2)
    expect(await refusalOf(await answer(staff, order, asked, { granted: true }))).toEqual([503, 'unavailable'])
    expect(await caseOf(doctor, order)).toMatchObject({ products: [{ teeth: [26] }], requests: [{ state: 'open' }] })
    await writtenBy(1)
    expect((await answer(staff, order, asked, { granted: true })).status).toBe(204)
  })

  it('stays as it is where the laboratory says no', async () => {
    const { order, doctor, staff } = await anOrder({ status: 'in_production' })
    await change(doctor, order, otherTooth)
    await answer(staff, order, (await askedOf(staff))[0], { granted: false, answer: 'Déjà fritté' })
    expect(await caseOf(doctor, order)).toMatchObject({
      products: [{ teeth: [26], shade: 'A2' }],
      requests: [{ state: 'refused', answer: 'Déjà fritté' }],
    })
  })

  it.each(['registered', 'in_production', 'shipped'])('has another appointment while it is %s', async status => {
    const { order, doctor } = await anOrder({
      status,
      delivery_on: workday(10),
      appointment_at: `${workday(8)}T10:00:00Z`,
    })
    const moved = { appointmentDate: `${addDays(workday(10), 2)}T10:00:00Z` }
    expect(await preview(doctor, order, moved)).toEqual({
      deliveryDate: workday(10),
      presentDate: workday(10),
      isMissed: false,
      daysBefore: 2,
      asksLaboratory: null,
    })
    expect((await change(doctor, order, moved)).status).toBe(200)
    const changed = await caseOf(doctor, order)
    expect(changed).toMatchObject({ deliveryDate: workday(10) })
    expect(changed.appointmentDate?.slice(0, 10)).toBe(addDays(workday(10), 2))
    expect(changed.timeline.at(-1)?.note).toMatch(
      /^Modifié par le cabinet\u00a0: rendez-vous\u00a0: .* au lieu de .*\.$/,
    )
    await change(doctor, order, { appointmentDate: null })
    expect((await caseOf(doctor, order)).appointmentDate).toBeNull()
  })

  it('that has missed its day is reckoned with tomorrow, as its page does, whatever was promised', async () => {
    const { order, doctor } = await anOrder({ status: 'in_production', delivery_on: addDays(today, -3) })
    const at = (ahead: number) => ({ appointmentDate: `${addDays(today, ahead)}T10:00:00Z` })
    expect(await preview(doctor, order, at(1))).toMatchObject({ isMissed: true, daysBefore: 0 })
    expect(await preview(doctor, order, at(4))).toMatchObject({ isMissed: true, daysBefore: 3 })
  })

  it('is not called ready while it is on hold, since nobody knows when it will be', async () => {
    const { order, doctor } = await anOrder({ status: 'on_hold', hold_reason: 'other', delivery_on: workday(10) })
    const at = (ahead: number) => ({ appointmentDate: `${addDays(workday(10), ahead)}T10:00:00Z` })
    expect(await preview(doctor, order, at(2))).toMatchObject({ daysBefore: null })
    expect(await preview(doctor, order, at(-2))).toMatchObject({ daysBefore: -2 })
  })

  it('is promised anew from the pickup that takes its impression', async () => {
    const { laboratory, practice, order, doctor } = await anOrder({
      print_type: 'physical',
      delivery_on: workday(60),
      wished_on: workday(60),
      created_at: new Date(),
    })
    const pickup = { brand_id: laboratory.id, practice_id: practice.id, shift: 'AM', created_by: doctor.id }
    await make.insert(laboratory.id, 'rides', { ...pickup, day: workday(21) })
    const { deliveryDate } = await preview(doctor, order, { wishedDate: null })
    expect(deliveryDate && deliveryDate > workday(21)).toBe(true)
    expect(deliveryDate && deliveryDate < workday(60)).toBe(true)
  })

  it('is promised anew with another wish, as long as the laboratory has not confirmed its day', async () => {
    const wished = { wishedDate: workday(40) }
    const computed = await anOrder({ delivery_on: workday(10) })
    expect(await preview(computed.doctor, computed.order, wished)).toMatchObject({
      deliveryDate: workday(40),
      presentDate: workday(10),
    })
    await change(computed.doctor, computed.order, wished)
    // Later only because the wished day is later: no delay.
    expect(await caseOf(computed.doctor, computed.order)).toMatchObject({
      deliveryDate: workday(40),
      delayDays: 0,
      ...wished,
    })
    const confirmed = await anOrder({ delivery_on: workday(10), is_delivery_confirmed: true })
    await change(confirmed.doctor, confirmed.order, wished)
    expect(await caseOf(confirmed.doctor, confirmed.order)).toMatchObject({ deliveryDate: workday(10), ...wished })
  })

  it('is promised anew from the day on which it was ordered, past the days that were closed since', async () => {
    vi.useFakeTimers({ now: new Date('2027-06-07T08:00:00Z'), toFake: ['Date'] })
    const wished = { delivery_on: '2027-07-15', wished_on: '2027-07-15', created_at: '2027-05-24T08:00:00Z' }
    const { laboratory, order, doctor } = await anOrder(wished)
    for (let day = '2027-05-25'; day <= '2027-06-04'; day = addDays(day, 1)) await make.holiday(laboratory, day)
    expect(await preview(doctor, order, { wishedDate: null })).toMatchObject({ deliveryDate: '2027-06-11' })
    expect(await preview(doctor, order, { wishedDate: '2027-06-09' })).toMatchObject({ deliveryDate: '2027-06-11' })
  })

  it('whose wish is taken back when it could have come already comes on the next day, if that is sooner', async () => {
    vi.useFakeTimers({ now: new Date('2027-06-07T08:00:00Z'), toFake: ['Date'] })
    const ordered = { created_at: '2027-05-24T08:00:00Z', wished_on: '2027-06-30' }
    const { order, doctor } = await anOrder({ ...ordered, delivery_on: '2027-06-30' })
    expect(await preview(doctor, order, { wishedDate: null })).toMatchObject({ deliveryDate: '2027-06-08' })
    await change(doctor, order, { wishedDate: null })
    expect(await caseOf(doctor, order)).toMatchObject({ deliveryDate: '2027-06-08', wishedDate: null, delayDays: 0 })
    const missed = await anOrder({ ...ordered, delivery_on: '2027-06-03' })
    expect(await preview(missed.doctor, missed.order, { wishedDate: null })).toMatchObject({
      deliveryDate: '2027-06-03',
    })
  })

  it('does not change once it has come, nor in what it is made of once it has left', async () => {
    for (const status of ['delivered', 'invoiced', 'cancelled']) {
      const { order, doctor } = await anOrder({ status })
      expect(await refusalOf(await change(doctor, order, { wishedDate: workday(40) })), status).toEqual([
        409,
        'order_over',
      ])
    }
    const { order, doctor } = await anOrder({ status: 'shipped' })
    expect(await refusalOf(await change(doctor, order, otherTooth))).toEqual([409, 'order_over'])
  })

  it('says once that somebody goes on with the comment, and again when something else was said in between', async () => {
    const { order, doctor } = await anOrder()
    for (const comment of ['A', 'B', 'C']) expect((await change(doctor, order, { comment })).status).toBe(200)
    const { comment, timeline } = await caseOf(doctor, order)
    expect([comment, timeline.map(({ note }) => note)]).toEqual([
      'C',
      ['Modifié par le cabinet\u00a0: commentaire modifié.'],
    ])
    await change(await make.user({ id: doctor.practiceId ?? '', laboratory: doctor.laboratory }), order, {
      comment: 'D',
    })
    await change(doctor, order, { comment: 'E' })
    await change(doctor, order, otherTooth)
    await change(doctor, order, { comment: 'F' })
    expect((await caseOf(doctor, order)).timeline).toHaveLength(5)
  })

  it('is not made what could not have been ordered', async () => {
    const { order, doctor } = await anOrder()
    const none = await change(doctor, order, { products: [{ caseSequence: 1, teeth: [] }] })
    expect((await problemOf(none)).errors).toEqual([{ path: 'products.0.teeth', code: 'required' }])
    const unknown = await change(doctor, order, { products: [{ caseSequence: 2, shade: 'A3' }] })
    expect((await problemOf(unknown)).errors).toEqual([{ path: 'products.0.caseSequence', code: 'not_in_catalogue' }])
    const twice = {
      products: [
        { caseSequence: 1, teeth: [16] },
        { caseSequence: 1, teeth: [16, 17, 18] },
      ],
    }
    expect((await problemOf(await change(doctor, order, twice))).errors).toEqual([
      { path: 'products.1.caseSequence', code: 'repeated' },
    ])
    const past = await change(doctor, order, { appointmentDate: '2020-01-02T10:00:00Z' })
    expect((await problemOf(past)).errors).toEqual([{ path: 'appointmentDate', code: 'in_the_past' }])
  })

  it('is changed by nobody else, and not past the table itself', async () => {
    const { laboratory, practice, order, doctor } = await anOrder({ status: 'in_production' })
    const stranger = await make.user(await make.practice(laboratory))
    expect((await change(stranger, order, { wishedDate: workday(40) })).status).toBe(404)
    expect(
      (await change(await make.user(practice, { is_dlcpm: true }), order, { wishedDate: workday(40) })).status,
    ).toBe(403)
    const asPractice = (sql: string, of: TestPractice) =>
      make.within(laboratory.id, async client => {
        await client.query("select tenant.set_context($1, $2, $3, 'practice')", [laboratory.id, of.id, doctor.id])
        await client.query(sql, [order.id])
      })
    await expect(asPractice("update orders set comment = 'x' where id = $1", practice)).rejects.toThrow(
      'does not change',
    )
    await expect(asPractice("update order_products set shade = 'B1' where order_id = $1", practice)).rejects.toThrow(
      'does not change',
    )
  })
})

it('says on the timeline only what has changed: no teeth named in another order, and of what was taken away that nothing is left', async () => {
  const { practice, order, doctor } = await anOrder()
  const { reference } = await make.product(practice.laboratory, { shade_need: 'optional', tooth_need: 'optional' })
  const two = { case_sequence: 2, product_version: 1, teeth: [11, 21], shade: 'A1' }
  await make.orderLine(practice, order.id, reference, { ...two, quantity: 2, label_fr: 'Facette' })
  const body = { products: [{ caseSequence: 2, teeth: [21, 11], shade: null }] }
  expect((await change(doctor, order, body)).status).toBe(200)
  expect((await caseOf(doctor, order)).timeline.map(({ note }) => note)).toEqual([
    'Modifié par le cabinet\u00a0: teinte (Facette)\u00a0: rien au lieu de A1.',
  ])
})

describe('a shade given in answer to the laboratory', () => {
  const held = { status: 'on_hold', hold_reason: 'shade', hold_question: 'Quelle teinte ?' }
  const give = async (user: TestUser, { id }: { id: string }, body: object) =>
    (await as(user))(`/api/orders/${id}/hold-answer`, { body: { answer: 'shade', ...body } })

  it.each(['in_preparation', 'in_production'])(
    'is the prescription from then on, also of a case held from %s',
    async from => {
      const { order, doctor, staff } = await anOrder({ ...held, held_from: from })
      expect((await give(doctor, order, { shade: 'B3' })).status).toBe(204)
      const answered = await caseOf(doctor, order)
      expect(answered).toMatchObject({ summary: 'Couronne zircone 26 · B3', products: [{ shade: 'B3', teeth: [26] }] })
      expect(answered.timeline.map(({ note }) => note)).toEqual([
        'Modifié par le cabinet\u00a0: teinte (Couronne zircone)\u00a0: B3 au lieu de A2.',
        'Teinte indiquée par le cabinet\u00a0: B3.',
      ])
      const made = await (await as(staff))(`/api/staff/orders/${order.id}`)
      expect((await made.json()).data.products).toMatchObject([{ shade: 'B3' }])
    },
  )

  it('says which work it is of where several have one', async () => {
    const { practice, order, doctor } = await anOrder({ ...held, held_from: 'in_production' })
    const { reference } = await make.product(practice.laboratory)
    await make.orderLine(practice, order.id, reference, {
      case_sequence: 2,
      product_version: 1,
      teeth: [11],
      shade: 'A1',
    })
    const guard = await make.product(practice.laboratory, { shade_need: 'none' })
    await make.orderLine(practice, order.id, guard.reference, { case_sequence: 3, product_version: 1 })
    expect((await caseOf(doctor, order)).products.map(({ hasShade }) => hasShade)).toEqual([true, true, false])
    for (const [body, code] of [
      [{}, 'required'],
      [{ caseSequence: 3 }, 'not_of_this_case'],
    ] as const)
      expect((await problemOf(await give(doctor, order, { shade: 'B3', ...body }))).errors).toEqual([
        { path: 'caseSequence', code },
      ])
    expect((await give(doctor, order, { shade: 'B3', caseSequence: 2 })).status).toBe(204)
    expect((await caseOf(doctor, order)).products.map(({ shade }) => shade)).toEqual(['A2', 'B3', null])
  })

  it('waits while a change of the same work waits, which would undo it', async () => {
    const { order, doctor, staff } = await anOrder({ status: 'in_production' })
    await change(doctor, order, otherTooth)
    await (await as(staff))(`/api/staff/orders/${order.id}/status`, {
      body: { status: 'on_hold', hold: { reason: 'shade', question: 'Teinte ?' } },
    })
    expect(await refusalOf(await give(doctor, order, { shade: 'B3' }))).toEqual([409, 'request_open'])
    expect((await caseOf(doctor, order)).hold).not.toHaveProperty('answer')
  })

  it('is all that changes of work that has been begun, and only while it is asked for', async () => {
    const { order, doctor } = await anOrder({ ...held, held_from: 'in_production' })
    const set = (what: string) => tried(doctor, `update order_products set ${what} where order_id = '${order.id}'`)
    const comment = `update orders set comment = 'x' where id = '${order.id}'`
    const refused = { constraint: 'orders__can_change' }
    await expect(set("teeth = '{16}', shade = 'B3'")).rejects.toMatchObject(refused)
    await expect(tried(doctor, comment)).rejects.toMatchObject(refused)
    await set("shade = 'B3'")
    await give(doctor, order, { shade: 'B3' })
    await expect(set("shade = 'C1'")).rejects.toMatchObject(refused)
  })
})
