import { describe, expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import { programOf } from '#test/programs.ts'
import { today } from '#test/today.ts'

const app = startTestApp()
const { make, as, request } = app

async function laboratoryWithSoftware() {
  const laboratory = await make.laboratory({ order_code_prefix: 'EMA' })
  const practice = await make.practice(laboratory, { name: 'Cabinet des Lilas' })
  const { reference } = await make.product(laboratory)
  const doctor = await make.user(practice, { title: 'Dr', first_name: 'Anne', last_name: 'Petit' })
  return { laboratory, practice, reference, doctor, software: await programOf(app, laboratory) }
}
const crown = (reference: string, more: Record<string, unknown> = {}) => ({
  patientCode: 'P-77',
  prescriberName: 'Dr Paré',
  printType: 'physical',
  products: [{ reference, quantity: 1, teeth: [26], shade: 'A2' }],
  ...more,
})
const dataOf = async (response: Response) => {
  expect(response.status, await response.clone().text()).toBeLessThan(300)
  return (await response.json()).data
}
const refusalOf = async (response: Response) => {
  const { status, code, errors } = await problemOf(response)
  return [status, code, ...(errors ?? []).map(({ path, code }) => `${path} ${code}`)]
}

describe('the key of a program', () => {
  it('opens its own laboratory, and nothing without it, with another one, or elsewhere', async () => {
    const { laboratory, software } = await laboratoryWithSoftware()
    expect((await software.call('/changes')).status).toBe(200)
    for (const key of ['', 'arcade_', `arcade_${'x'.repeat(43)}`, `${software.key}x`, software.key.slice(7)])
      expect(await refusalOf(await software.call('/changes', { headers: { authorization: `Bearer ${key}` } }))).toEqual(
        [401, 'signed_out'],
      )
    const elsewhere = await make.laboratory()
    const headers = { authorization: `Bearer ${software.key}` }
    expect((await request(elsewhere, '/api/integration/v1/changes', { headers })).status).toBe(401)
    expect((await request(laboratory, '/api/staff/orders', { headers })).status).toBe(401)
    expect((await request(laboratory, '/api/account', { headers })).status).toBe(401)
  })

  it('opens nothing once it has ended, or its program is kept out', async () => {
    const { laboratory, software } = await laboratoryWithSoftware()
    await make.within(laboratory.id, client => client.query(`update program_keys set ends_at = now()`))
    expect((await software.call('/changes')).status).toBe(401)
    const other = await programOf(app, laboratory)
    await make.within(laboratory.id, client =>
      client.query(`update users set disabled_at = now() where id = $1`, [other.id]),
    )
    expect((await other.call('/changes')).status).toBe(401)
  })
})

describe('a case that the practice has ordered', () => {
  it('is heard of, read with what was prescribed, linked, and taken through the laboratory', async () => {
    const { practice, reference, doctor, software } = await laboratoryWithSoftware()
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
    // Its own doing is no news to it.
    const { data, next } = await (await software.call(`/changes?after=${heard.next}`)).json()
    expect(data).toEqual([])
    expect(Number(next)).toBeGreaterThan(Number(heard.next))
    expect(await dataOf(await software.put('/orders/DS-4711', { status: 'invoiced' }))).toMatchObject({
      status: 'invoiced',
    })
  })

  it('goes back for no reason once it has come to its end, and on hold only with a question', async () => {
    const { practice, software } = await laboratoryWithSoftware()
    const { id } = await make.order(practice, { status: 'delivered' })
    const put = (body: object) => software.put('/orders/A', { orderId: id, ...body })
    expect(await refusalOf(await put({ status: 'in_production' }))).toEqual([409, 'status_not_allowed'])
    const { id: other } = await make.order(practice, { status: 'in_production' })
    const hold = (body: object) => software.put('/orders/B', { orderId: other, ...body })
    expect(await refusalOf(await hold({ status: 'on_hold' }))).toEqual([422, 'input_invalid', 'hold required'])
    expect(await refusalOf(await hold({ hold: { reason: 'shade' } }))).toEqual([
      422,
      'input_invalid',
      'hold not_allowed',
    ])
    const asked = { status: 'on_hold', hold: { reason: 'shade', question: 'A2 ou A3 ?' } }
    expect(await dataOf(await hold(asked))).toMatchObject({ status: 'on_hold', outcome: 'changed' })
    expect(await dataOf(await hold(asked))).toMatchObject({ outcome: 'unchanged' })
  })
})
