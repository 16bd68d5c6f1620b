import { describe, expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { crown, dataOf, refusalOf, startProgramTests } from '#test/asking-as-program.ts'
import { today } from '#test/today.ts'

const testApp = startProgramTests()
const { make, as, laboratoryWithSoftware } = testApp

describe('a case that the practice has ordered', () => {
  it('is heard of, read with what was prescribed, linked, and taken through the laboratory', async () => {
    const { laboratory, practice, reference, doctor, software } = await laboratoryWithSoftware()
    const begin = await (await software.call('/changes')).json()
    const ordering = await as(doctor)
    const body = crown(reference, { prescriberName: undefined, practiceReference: 'CMD-1' })
    const { id, code } = await dataOf(await ordering('/api/orders', { body }))

    const heard = await (await software.call(`/changes?after=${begin.next}`)).json()
    expect(heard).toMatchObject({
      data: [{ kind: 'order_created', orderId: id, practiceId: practice.id, by: 'practice' }],
      hasMore: false,
    })
    expect(await dataOf(await software.call(`/orders/${id}`))).toMatchObject({
      id,
      code,
      externalId: null,
      practice: { id: practice.id, name: 'Cabinet des Lilas', externalIds: [] },
      patientCode: 'P-77',
      prescriber: 'Dr Anne Petit',
      practiceReference: 'CMD-1',
      isEntered: false,
      status: 'registered',
      products: [{ reference, teeth: [26], shade: 'A2', caseSequence: 1 }],
      attachments: [],
    })

    const day = addDays(today, 12)
    expect(
      await dataOf(await software.put('/orders/DS-4711', { orderId: id, status: 'in_preparation', deliveryDate: day })),
    ).toEqual({ id, code, status: 'in_preparation', deliveryDate: day, outcome: 'changed' })
    const shipped = { status: 'shipped', tracking: { carrier: 'Chronopost', number: 'XY 1' }, note: 'Parti ce soir' }
    expect(await dataOf(await software.put('/orders/DS-4711', shipped))).toMatchObject({ outcome: 'changed' })
    expect(await dataOf(await software.put('/orders/DS-4711', shipped))).toMatchObject({ outcome: 'unchanged' })
    expect(await dataOf(await ordering(`/api/orders/${id}`))).toMatchObject({
      status: 'shipped',
      deliveryDate: day,
      tracking: { carrier: 'Chronopost', number: 'XY 1' },
      timeline: [{ status: 'registered' }, { status: 'in_preparation' }, { status: 'shipped', note: 'Parti ce soir' }],
    })
    const staff = await as(await make.user(laboratory))
    expect((await dataOf(await staff(`/api/staff/orders/${id}`))).timeline).toMatchObject([
      { by: { name: 'Dr Anne Petit', isOfLaboratory: false } },
      { by: { name: 'Dentalsoft', isOfLaboratory: true } },
      { by: { name: 'Dentalsoft', isOfLaboratory: true } },
    ])
    // It does not hear of its own changes.
    const { data, next } = await (await software.call(`/changes?after=${heard.next}`)).json()
    expect(data).toEqual([])
    expect(next).not.toBe(heard.next)
    expect(await dataOf(await software.put('/orders/DS-4711', { status: 'invoiced' }))).toMatchObject({
      status: 'invoiced',
    })
  })

  it('goes back for no reason once it has come to its end, and on hold only with a question', async () => {
    const { practice, software } = await laboratoryWithSoftware()
    const { id } = await make.order(practice, { status: 'delivered' })
    const put = (body: object) => software.put('/orders/A', { orderId: id, ...body })
    expect(await refusalOf(await put({ status: 'in_production' }))).toEqual([409, 'status_not_allowed'])
    for (const body of [{ deliveryDate: addDays(today, 3) }, { tracking: { carrier: 'DHL' } }])
      expect(await refusalOf(await put(body))).toEqual([409, 'order_over'])
    expect(await dataOf(await put({ status: 'invoiced' }))).toMatchObject({ status: 'invoiced' })
    expect(await dataOf(await software.call(`/orders/${id}`))).toMatchObject({ status: 'invoiced' })
    const { id: other } = await make.order(practice, { status: 'in_production' })
    const hold = (body: object) => software.put('/orders/B', { orderId: other, ...body })
    expect(await refusalOf(await hold({ status: 'on_hold' }))).toEqual([422, 'input_invalid', 'hold required'])
    expect(await refusalOf(await hold({ hold: { reason: 'shade' } }))).toEqual([
      422,
      'input_invalid',
      'hold not_allowed',
    ])
    const url = 'https://carrier.example/?a="b"'
    expect(await refusalOf(await hold({ tracking: { carrier: 'DHL', url } }))).toEqual([
      422,
      'input_invalid',
      'tracking.url not_an_address',
    ])
    const asked = { status: 'on_hold', hold: { reason: 'shade', question: 'A2 ou A3 ?' } }
    expect(await dataOf(await hold(asked))).toMatchObject({ status: 'on_hold', outcome: 'changed' })
    expect(await dataOf(await hold(asked))).toMatchObject({ outcome: 'unchanged' })
    // Another reason without words is read at the head of the case, and is no second step.
    expect(await dataOf(await hold({ status: 'on_hold', hold: { reason: 'implant_parts' } }))).toMatchObject({
      outcome: 'changed',
    })
    expect((await dataOf(await software.call(`/orders/${other}`))).timeline).toMatchObject([
      { status: 'on_hold', kind: 'step', note: 'A2 ou A3 ?' },
    ])
    // Put on hold again for the same reason.
    expect(await dataOf(await hold({ status: 'in_production' }))).toMatchObject({ status: 'in_production' })
    expect(await dataOf(await hold(asked))).toMatchObject({ status: 'on_hold', outcome: 'changed' })
  })
})

describe('beside people', () => {
  it('leaves what the practice has changed for them to see', async () => {
    const { laboratory, practice, software } = await laboratoryWithSoftware()
    const { id } = await make.order(practice, { status: 'registered', changed_at: new Date() })
    await dataOf(await software.put('/orders/A', { orderId: id, status: 'in_preparation' }))
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select changed_at is not null as "isChanged" from orders where id = $1', [id]),
    )
    expect(rows).toEqual([{ isChanged: true }])
  })

  it('does not go to and fro without end', async () => {
    const { practice, software } = await laboratoryWithSoftware()
    const { id } = await make.order(practice, { status: 'in_preparation' })
    const statuses: number[] = []
    for (let turn = 0; turn < 52; turn++) {
      const status = turn % 2 ? 'in_preparation' : 'in_production'
      statuses.push((await software.put('/orders/A', { orderId: id, status })).status)
    }
    expect(statuses.slice(0, 50).every(status => status === 200)).toBe(true)
    // The last call leaves the status as it is.
    expect(statuses.slice(50)).toEqual([429, 200])
  })
})

describe('what is said again', () => {
  it('says nothing, whatever people and days have done to the case since', async () => {
    const { laboratory, practice, software } = await laboratoryWithSoftware()
    const staff = await as(await make.user(laboratory))
    const { id } = await make.order(practice, { status: 'registered' })
    const [first, second] = [addDays(today, 12), addDays(today, 14)]
    const said = { orderId: id, status: 'in_preparation', deliveryDate: first, note: 'Reçu' }
    expect(await dataOf(await software.put('/orders/A', said))).toMatchObject({ outcome: 'changed' })
    for (const body of [{ status: 'in_production' }, { status: 'in_production', deliveryDate: second }])
      expect((await staff(`/api/staff/orders/${id}/status`, { body })).status).toBe(204)
    expect(await dataOf(await software.put('/orders/A', said))).toEqual({
      id,
      code: expect.any(String),
      status: 'in_production',
      deliveryDate: second,
      outcome: 'unchanged',
    })
    const { rows } = await make.within(laboratory.id, client => client.query('select said::text from program_orders'))
    expect(rows[0].said).not.toContain('Reçu')
    // After a change of the server's secret the words are not repeated.
    await make.within(laboratory.id, client =>
      client.query(`update program_orders set said = said || '{"key": "another", "note": "another"}'`),
    )
    expect(await dataOf(await software.put('/orders/A', said))).toMatchObject({ outcome: 'unchanged' })
    const third = addDays(today, 15)
    expect(await dataOf(await software.put('/orders/A', { ...said, deliveryDate: third }))).toMatchObject({
      status: 'in_production',
      deliveryDate: third,
    })
    expect(await dataOf(await software.put('/orders/A', { note: 'Teinte vérifiée' }))).toMatchObject({
      outcome: 'changed',
    })
    expect(await dataOf(await software.put('/orders/A', { note: 'Teinte vérifiée' }))).toMatchObject({
      outcome: 'unchanged',
    })
  })
})

it('a delivery day that is over is refused, as people are, save of what is delivered by that', async () => {
  const { practice, reference, software } = await laboratoryWithSoftware()
  const { id } = await make.order(practice, { status: 'in_production', delivery_on: addDays(today, 4) })
  const yesterday = addDays(today, -1)
  const past = [422, 'input_invalid', 'deliveryDate in_the_past']
  const put = (body: object) => software.put('/orders/A', { orderId: id, ...body })
  expect(await refusalOf(await put({ deliveryDate: yesterday }))).toEqual(past)
  expect(await refusalOf(await put({ status: 'shipped', deliveryDate: yesterday }))).toEqual(past)
  // Nothing of what was refused is kept as said.
  expect(await dataOf(await software.call(`/orders/${id}`))).toMatchObject({
    status: 'in_production',
    deliveryDate: addDays(today, 4),
    externalId: null,
  })
  expect(await dataOf(await put({ deliveryDate: today }))).toMatchObject({ outcome: 'changed', deliveryDate: today })
  expect(await dataOf(await put({ status: 'delivered', deliveryDate: yesterday }))).toMatchObject({
    status: 'delivered',
    deliveryDate: yesterday,
  })
  const prescription = crown(reference)
  const old = { practice: { id: practice.id }, prescription, status: 'delivered', deliveryDate: yesterday }
  expect(await dataOf(await software.put('/orders/B', old))).toMatchObject({ outcome: 'created' })
})
