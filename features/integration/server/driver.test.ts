import { describe, expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { dataOf, programOf, refusalOf, startProgramTests } from '#test/asking-as-program.ts'
import { today } from '#test/today.ts'

const testApp = startProgramTests()
const { make, as, laboratoryWithSoftware } = testApp
const soon = addDays(today, 1)

describe('pickups', () => {
  it('are heard of, read with what they take by the software’s own names, and planned for the practice to see', async () => {
    const { laboratory, practice, doctor, software } = await laboratoryWithSoftware()
    const asking = await as(doctor)
    await dataOf(await software.put('/practices/C-12', { practiceId: practice.id, name: 'Cabinet des Lilas' }))
    const { id: orderId, code } = await make.order(practice, { print_type: 'physical', patient_code: 'P-77' })
    await dataOf(await software.put('/orders/DS-1', { orderId }))
    const { next } = await (await software.call('/changes')).json()
    const { id } = await make.ride(practice, soon, 'AM', { complementary_information: 'Au fond de la cour' })
    await make.ride(practice, addDays(today, -1), 'PM')

    const listed = await (await software.call('/rides')).json()
    expect(listed).toEqual({
      data: [
        {
          id,
          date: soon,
          shift: 'AM',
          status: 'requested',
          complementaryInformation: 'Au fond de la cour',
          practice: { id: practice.id, name: 'Cabinet des Lilas', externalIds: ['C-12'] },
          orders: [{ id: orderId, code, patientCode: 'P-77', what: 'impression', externalId: 'DS-1' }],
        },
      ],
      hasMore: false,
    })
    expect((await (await software.call(`/rides?after=${id}`)).json()).data).toEqual([])

    for (const _ of ['once', 'sent again'])
      expect((await software.put(`/rides/${id}`, { status: 'confirmed' })).status).toBe(204)
    expect((await (await asking('/api/rides')).json()).next).toMatchObject({ id, status: 'confirmed' })
    const driver = await as(await make.user(laboratory, { role: 'driver' }))
    expect((await (await driver(`/api/staff/rides?day=${soon}`)).json()).data).toMatchObject([
      { id, movedBy: 'Dentalsoft' },
    ])
    await driver(`/api/staff/rides/${id}/status`, { body: { status: 'picked_up' } })
    // Of its own doing it hears nothing.
    expect((await (await software.call(`/changes?after=${next}`)).json()).data).toMatchObject([
      { kind: 'ride_status_changed', orderId: null, by: 'staff' },
    ])
  })

  it('that the practice has called off stay so, and those of others are not there', async () => {
    const { laboratory, practice, doctor, software } = await laboratoryWithSoftware()
    const other = await programOf(testApp, await make.laboratory())
    const off = await make.ride(practice, soon, 'AM', { status: 'cancelled', status_by: doctor.id })
    const ours = await make.ride(practice, soon, 'PM')
    expect(await refusalOf(await software.put(`/rides/${off.id}`, { status: 'confirmed' }))).toEqual([
      409,
      'status_not_allowed',
    ])
    expect((await software.put(`/rides/${ours.id}`, { status: 'cancelled' })).status).toBe(204)
    await make.ride(practice, soon, 'PM')
    expect(await refusalOf(await software.put(`/rides/${ours.id}`, { status: 'requested' }))).toEqual([
      409,
      'ride_exists',
    ])
    expect((await (await other.call('/rides')).json()).data).toEqual([])
    expect(await refusalOf(await other.put(`/rides/${ours.id}`, { status: 'confirmed' }))).toEqual([404, 'not_found'])
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
        practice: { id: practice.id, name: 'Cabinet des Lilas', externalIds: [] },
        supplies: [{ name, quantity: 1 }],
      },
    ])
    for (const status of ['prepared', 'sent', 'sent'])
      expect((await software.put(`/supply-orders/${id}`, { status })).status).toBe(204)
    expect(await dataOf(await asking('/api/supply-orders'))).toMatchObject([{ id, status: 'sent' }])
    expect(await dataOf(await software.call('/supply-orders'))).toEqual([])
    expect(await refusalOf(await other.put(`/supply-orders/${id}`, { status: 'prepared' }))).toEqual([404, 'not_found'])
  })

  it('that the practice has taken back stay so', async () => {
    const { laboratory, doctor, software } = await laboratoryWithSoftware()
    const { name } = await make.supply(laboratory)
    const asking = await as(doctor)
    const { id } = await dataOf(await asking('/api/supply-orders', { body: { supplies: [{ name, quantity: 1 }] } }))
    await asking(`/api/supply-orders/${id}/cancel`, { method: 'POST' })
    expect(await refusalOf(await software.put(`/supply-orders/${id}`, { status: 'prepared' }))).toEqual([
      409,
      'status_not_allowed',
    ])
  })
})
