import { describe, expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { dataOf, programOf, refusalOf, startProgramTests } from '#test/asking-as-program.ts'
import { problemOf } from '#test/harness.ts'
import { today } from '#test/today.ts'
import { waitedFor } from '#test/waited-for.ts'

const testApp = startProgramTests()
const { make, as, laboratoryWithSoftware } = testApp
const soon = addDays(today, 1)

it('pickups and supplies are read though their practice is merged into another meanwhile', async () => {
  const { laboratory, practice, software } = await laboratoryWithSoftware()
  const admin = await make.user(laboratory)
  const staying = await make.practice(laboratory, { name: 'Cabinet des Roses' })
  const ride = await make.ride(practice, soon, 'AM')
  let reading: Promise<Response> | undefined
  await make.within(laboratory.id, async client => {
    await client.query('select tenant.set_context($1, null, $2, $3)', [laboratory.id, admin.id, 'staff'])
    await client.query('lock table merged_practices in access exclusive mode')
    reading = software.call(`/rides/${ride.id}`)
    await waitedFor(client)
    expect(
      (await client.query('select tenant.merge_practices($1, $2) as obstacles', [practice.id, staying.id])).rows,
    ).toEqual([{ obstacles: [] }])
  })
  expect(await dataOf((await reading) as Response)).toMatchObject({
    practice: { id: staying.id, name: 'Cabinet des Roses' },
  })
})

describe('pickups', () => {
  it('are heard of, read with what they take by the software’s own names, and planned for the practice to see', async () => {
    const { laboratory, practice, doctor, software } = await laboratoryWithSoftware()
    const asking = await as(doctor)
    await dataOf(await software.put('/practices/C-12', { practiceId: practice.id, name: 'Cabinet des Lilas' }))
    const { id: orderId, code } = await make.order(practice, { print_type: 'physical', patient_code: 'P-77' })
    await dataOf(await software.put('/orders/DS-1', { orderId }))
    const { next } = await (await software.call('/changes')).json()
    const { id } = await make.ride(practice, soon, 'AM', { complementary_information: 'Au fond de la cour' })
    await make.ride(practice, addDays(today, -8), 'PM')

    const listed = await (await software.call('/rides')).json()
    expect(listed).toEqual({
      data: [
        {
          id,
          date: soon,
          shift: 'AM',
          status: 'requested',
          complementaryInformation: 'Au fond de la cour',
          practice: { id: practice.id, name: 'Cabinet des Lilas', externalIds: ['C-12'], isDisabled: false },
          orders: [{ id: orderId, code, patientCode: 'P-77', what: 'impression', externalId: 'DS-1' }],
          next: ['confirmed', 'picked_up', 'nobody_there', 'cancelled'],
        },
      ],
      hasMore: false,
    })
    expect((await (await software.call(`/rides?after=${id}`)).json()).data).toEqual([])

    const confirm = () => software.put(`/rides/${id}`, { from: 'requested', status: 'confirmed' })
    for (const _ of ['once', 'sent again']) expect((await confirm()).status).toBe(204)
    expect((await (await asking('/api/rides')).json()).next).toMatchObject({ id, status: 'confirmed' })
    const driver = await as(await make.user(laboratory, { role: 'driver' }))
    expect((await (await driver(`/api/staff/rides?day=${soon}`)).json()).data).toMatchObject([
      { id, movedBy: 'Dentalsoft' },
    ])
    await driver(`/api/staff/rides/${id}/status`, { body: { status: 'picked_up' } })
    // A repetition at night must not undo what people have done since.
    expect(await problemOf(await confirm())).toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      present: 'picked_up',
    })
    expect(await dataOf(await software.call(`/rides/${id}`))).toMatchObject({ id, status: 'picked_up' })
    // It does not hear of its own changes.
    expect((await (await software.call(`/changes?after=${next}`)).json()).data).toMatchObject([
      { kind: 'ride_status_changed', orderId: null, by: 'staff' },
    ])
  })

  it('that the practice has called off stay so, and those of others are not there', async () => {
    const { laboratory, practice, doctor, software } = await laboratoryWithSoftware()
    const other = await programOf(testApp, await make.laboratory())
    const off = await make.ride(practice, soon, 'AM', { status: 'cancelled', status_by: doctor.id })
    const ours = await make.ride(practice, soon, 'PM')
    const put = (ride: { id: string }, from: string, status: string) =>
      software.put(`/rides/${ride.id}`, { from, status })
    expect(await dataOf(await software.call(`/rides/${off.id}`))).toMatchObject({ status: 'cancelled', next: [] })
    expect(await refusalOf(await put(off, 'cancelled', 'confirmed'))).toEqual([409, 'status_not_allowed'])
    expect((await put(ours, 'requested', 'cancelled')).status).toBe(204)
    await make.ride(practice, soon, 'PM')
    expect(await refusalOf(await put(ours, 'cancelled', 'requested'))).toEqual([409, 'ride_exists'])
    expect((await (await other.call('/rides')).json()).data).toEqual([])
    const foreign = { from: 'cancelled', status: 'confirmed' }
    expect(await refusalOf(await other.put(`/rides/${ours.id}`, foreign))).toEqual([404, 'not_found'])
    expect(await refusalOf(await other.call(`/rides/${ours.id}`))).toEqual([404, 'not_found'])
    const staff = await as(await make.user(laboratory))
    expect((await staff('/api/integration/v1/rides')).status).toBe(401)
  })

  it('come two hundred at once, each once', async () => {
    const { practice, software } = await laboratoryWithSoftware()
    const asked = []
    for (let ahead = 1; ahead <= 101; ahead++)
      for (const shift of ['AM', 'PM'] as const)
        asked.push((await make.ride(practice, addDays(today, ahead), shift)).id)
    const first = await (await software.call('/rides')).json()
    expect([first.data.length, first.hasMore]).toEqual([200, true])
    const rest = await (await software.call(`/rides?after=${first.data.at(-1).id}`)).json()
    expect(rest.hasMore).toBe(false)
    const ids = [...first.data, ...rest.data].map(({ id }) => id)
    expect(ids.toSorted()).toEqual(asked.toSorted())
  })
})

describe('supplies', () => {
  it('are heard of, prepared and sent, once each', async () => {
    const { laboratory, practice, doctor, software } = await laboratoryWithSoftware()
    const other = await programOf(testApp, await make.laboratory())
    const { name } = await make.supply(laboratory, { label_fr: 'Sachets', label_en: 'Bags' })
    const asking = await as(doctor)
    const { next } = await (await software.call('/changes')).json()
    const { id } = await dataOf(await asking('/api/supply-orders', { body: { supplies: [{ name, quantity: 1 }] } }))
    expect((await (await software.call(`/changes?after=${next}`)).json()).data).toMatchObject([
      { kind: 'supplies_ordered', practiceId: practice.id, by: 'practice' },
    ])
    expect(await dataOf(await software.call('/supply-orders'))).toMatchObject([
      {
        id,
        status: 'requested',
        practice: { id: practice.id, name: 'Cabinet des Lilas', externalIds: [], isDisabled: false },
        supplies: [{ name, quantity: 1 }],
        next: ['prepared', 'sent', 'cancelled'],
      },
    ])
    const put = (from: string, status: string) => software.put(`/supply-orders/${id}`, { from, status })
    for (const [from = '', status = ''] of [
      ['requested', 'prepared'],
      ['prepared', 'sent'],
      ['prepared', 'sent'],
    ])
      expect((await put(from, status)).status).toBe(204)
    expect(await refusalOf(await put('requested', 'prepared'))).toEqual([409, 'changed_meanwhile'])
    expect(await dataOf(await software.call(`/supply-orders/${id}`))).toMatchObject({ id, status: 'sent' })
    expect(await dataOf(await asking('/api/supply-orders'))).toMatchObject([{ id, status: 'sent' }])
    expect(await dataOf(await software.call('/supply-orders'))).toEqual([])
    const foreign = { from: 'sent', status: 'prepared' }
    expect(await refusalOf(await other.put(`/supply-orders/${id}`, foreign))).toEqual([404, 'not_found'])
    expect(await refusalOf(await other.call(`/supply-orders/${id}`))).toEqual([404, 'not_found'])
  })

  it('that the practice has taken back stay so', async () => {
    const { laboratory, doctor, software } = await laboratoryWithSoftware()
    const { name } = await make.supply(laboratory)
    const asking = await as(doctor)
    const { id } = await dataOf(await asking('/api/supply-orders', { body: { supplies: [{ name, quantity: 1 }] } }))
    await asking(`/api/supply-orders/${id}/cancel`, { method: 'POST' })
    const again = { from: 'cancelled', status: 'prepared' }
    expect(await refusalOf(await software.put(`/supply-orders/${id}`, again))).toEqual([409, 'status_not_allowed'])
  })
})

it('what a practice that is kept out had asked for is said to be of one, and called off by the software', async () => {
  const { laboratory, practice, doctor, software } = await laboratoryWithSoftware()
  const { name } = await make.supply(laboratory)
  const asking = await as(doctor)
  const supplies = { supplies: [{ name, quantity: 1 }] }
  const { id: supplyOrder } = await dataOf(await asking('/api/supply-orders', { body: supplies }))
  const { id: ride } = await make.ride(practice, soon, 'AM')
  const administrator = await as(await make.user(laboratory))
  const out = await administrator(`/api/staff/practices/${practice.id}/access`, { body: { isDisabled: true } })
  expect(out.status).toBe(204)
  for (const [path, id] of [
    ['/rides', ride],
    ['/supply-orders', supplyOrder],
  ] as const) {
    expect(await dataOf(await software.call(path))).toMatchObject([{ id, practice: { isDisabled: true } }])
    expect((await software.put(`${path}/${id}`, { from: 'requested', status: 'cancelled' })).status).toBe(204)
  }
  expect(await dataOf(await software.call('/supply-orders'))).toEqual([])
})
