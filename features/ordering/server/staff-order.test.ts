import { describe, expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import { today } from '#test/today.ts'

const { make, as, request } = startTestApp({ connections: 25 })

async function laboratoryThatEnters() {
  const laboratory = await make.laboratory({ order_code_prefix: 'EMA' })
  const practice = await make.practice(laboratory)
  const { reference } = await make.product(laboratory, { price_cents: 14_900 })
  const doctor = await make.user(practice, { title: 'Dr', first_name: 'Anne', last_name: 'Petit' })
  const bench = await as(await make.user(laboratory, { role: 'production' }))
  return { laboratory, practice, reference, doctor, bench, path: `/api/staff/practices/${practice.id}` }
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

describe('what comes to the laboratory on paper', () => {
  it('is entered for the practice, promised as if it had ordered, and seen by it at once', async () => {
    const { practice, reference, doctor, bench, path, laboratory } = await laboratoryThatEnters()
    const body = crown(reference, {
      prescriberName: undefined,
      prescriberId: doctor.id,
      patient: 'Élodie Martin',
      wishedDate: addDays(today, 30),
      comment: 'Sur bon papier',
    })
    const made = await dataOf(await bench(`${path}/orders`, { body }))
    expect(made).toEqual({
      id: expect.any(String),
      code: expect.stringMatching(/^EMA-/),
      deliveryDate: expect.any(String),
      isAccepted: false,
    })
    const mine = await dataOf(await (await as(doctor))(`/api/orders/${made.id}`))
    expect(mine).toMatchObject({
      code: made.code,
      status: 'registered',
      patientCode: 'P-77',
      patient: 'Élodie Martin',
      deliveryDate: made.deliveryDate,
      comment: 'Sur bon papier',
    })
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select practice_id, ordered_by, prescriber_id, first_delivery_on::text from orders where id = $1', [
        made.id,
      ]),
    )
    expect(rows).toEqual([
      { practice_id: practice.id, ordered_by: null, prescriber_id: doctor.id, first_delivery_on: made.deliveryDate },
    ])
    const intake = await (await bench('/api/staff/orders?statuses=registered')).json()
    expect(intake.data).toMatchObject([{ code: made.code }])
  })

  it('is taken in with its day where the impression lies there: without a pickup, its transport, or anything to hand over', async () => {
    const { laboratory, reference, doctor, bench, path } = await laboratoryThatEnters()
    await make.within(laboratory.id, client => client.query('update brands set physical_transport_days = 3'))
    const enter = async (more: Record<string, unknown>) =>
      dataOf(await bench(`${path}/orders`, { body: crown(reference, more) }))
    const scanned = await enter({ printType: 'optical', isImpressionHere: true })
    expect(scanned).toMatchObject({ isAccepted: false })
    const here = await enter({ isImpressionHere: true })
    expect(here).toMatchObject({ isAccepted: true, deliveryDate: scanned.deliveryDate })
    expect((await enter({})).deliveryDate > here.deliveryDate).toBe(true)
    const practice = await as(doctor)
    expect(await dataOf(await practice(`/api/orders/${here.id}`))).toMatchObject({
      status: 'in_preparation',
      deliveryDate: here.deliveryDate,
      pickup: null,
      timeline: [
        { status: 'registered', note: expect.stringMatching(/^Saisi par le laboratoire/) },
        { status: 'in_preparation' },
      ],
    })
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select kind from audit_events where order_id = $1 order by id', [here.id]),
    )
    expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['order_created', 'order_status_changed']))
  })

  it('is promised the day that is asked for before, and not entered for another', async () => {
    const { laboratory, reference, bench, path } = await laboratoryThatEnters()
    const question = { printType: 'physical', products: [{ reference }], isImpressionHere: true }
    const promise = await dataOf(await bench(`${path}/promise`, { body: question }))
    expect(promise).toMatchObject({ deliveryDate: expect.any(String), verdict: 'ahead' })
    const body = crown(reference, { isImpressionHere: true, promisedDate: addDays(promise.deliveryDate, 1) })
    const refused = await bench(`${path}/orders`, { body })
    expect(await problemOf(refused)).toMatchObject({ status: 409, code: 'promise_changed', present: promise })
    const { rows } = await make.within(laboratory.id, client => client.query('select 1 from orders'))
    expect(rows).toEqual([])
    const agreed = { ...body, promisedDate: promise.deliveryDate }
    expect(await dataOf(await bench(`${path}/orders`, { body: agreed }))).toMatchObject({
      deliveryDate: promise.deliveryDate,
    })
    const unknown = { ...question, products: [{ reference: 'NONE' }] }
    expect(await refusalOf(await bench(`${path}/promise`, { body: unknown }))).toEqual([
      422,
      'input_invalid',
      'products.0.reference not_in_catalogue',
    ])
  })

  it('is entered with what the practice can order: its people who prescribe, and the catalogue without a price', async () => {
    const { practice, reference, doctor, bench, path } = await laboratoryThatEnters()
    await make.user(practice, { account_type: 'manager', title: 'Mme' })
    await dataOf(await bench(`${path}/orders`, { body: crown(reference) }))
    const offered = await dataOf(await bench(`${path}/ordering`))
    expect(offered).toMatchObject({
      practice: { id: practice.id },
      families: [{ products: [{ reference }] }],
      prescribers: { doctors: [{ id: doctor.id, name: expect.stringContaining('Petit') }], names: ['Dr Paré'] },
      appointmentBufferDays: expect.any(Number),
    })
    expect(JSON.stringify(offered)).not.toMatch(/price|14900/i)
  })

  it('is refused with the path of each gap, and nothing is made', async () => {
    const { laboratory, reference, bench, path } = await laboratoryThatEnters()
    const stranger = await make.user(await make.practice(laboratory))
    for (const [more, ...refused] of [
      [{ patientCode: '\u200b' }, 'patientCode required'],
      [{ prescriberName: undefined }, 'prescriberId required'],
      [{ prescriberName: undefined, prescriberId: stranger.id }, 'prescriberId not_in_practice'],
      [{ products: [{ reference, quantity: 1, teeth: [26] }] }, 'products.0.shade required'],
      [{ products: [{ reference: 'NONE', quantity: 1 }] }, 'products.0.reference not_in_catalogue'],
      [{ wishedDate: addDays(today, -1) }, 'wishedDate in_the_past'],
    ] as const)
      expect(await refusalOf(await bench(`${path}/orders`, { body: crown(reference, more) }))).toEqual([
        422,
        'input_invalid',
        ...refused,
      ])
    const { rows } = await make.within(laboratory.id, client => client.query('select 1 from orders'))
    expect(rows).toEqual([])
  })

  it('is entered for no practice whose people are all kept out: nobody would see it', async () => {
    const { laboratory, practice, reference, bench, path } = await laboratoryThatEnters()
    const administrator = await as(await make.user(laboratory))
    expect((await administrator(`${path}/access`, { body: { isDisabled: true } })).status).toBe(204)
    expect((await dataOf(await bench(`${path}/ordering`))).practice).toMatchObject({
      id: practice.id,
      isDisabled: true,
    })
    expect(await refusalOf(await bench(`${path}/orders`, { body: crown(reference) }))).toEqual([
      409,
      'practice_disabled',
    ])
  })

  it('is entered by whoever works on cases, for a practice of their own laboratory', async () => {
    const { laboratory, practice, reference, doctor, bench, path } = await laboratoryThatEnters()
    const elsewhere = await make.practice(await make.laboratory())
    for (const id of [elsewhere.id, crypto.randomUUID()]) {
      expect((await bench(`/api/staff/practices/${id}/ordering`)).status).toBe(404)
      const body = { printType: 'physical', products: [{ reference }] }
      expect((await bench(`/api/staff/practices/${id}/promise`, { body })).status).toBe(404)
      expect((await bench(`/api/staff/practices/${id}/orders`, { body: crown(reference) })).status).toBe(404)
    }
    for (const one of [
      doctor,
      await make.user(laboratory, { role: 'driver' }),
      await make.user(laboratory, { role: 'accounting' }),
    ]) {
      const call = await as(one)
      expect((await call(`${path}/ordering`)).status).toBe(403)
      expect((await call(`${path}/orders`, { body: crown(reference) })).status).toBe(403)
    }
    expect((await request(laboratory, `${path}/ordering`)).status).toBe(401)
    expect((await request(laboratory, `${path}/orders`, { body: crown(reference) })).status).toBe(401)
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select 1 from orders where practice_id = $1', [practice.id]),
    )
    expect(rows).toEqual([])
  })
})
