import { describe, expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { dataOf, programOf, refusalOf, startProgramTests } from '#test/asking-as-program.ts'
import { today } from '#test/today.ts'

const testApp = startProgramTests()
const { make, as, laboratoryWithSoftware } = testApp

describe('what is written of a case', () => {
  it('is read with it: messages, what the practice asks for, what it reports', async () => {
    const { laboratory, practice, doctor, software } = await laboratoryWithSoftware()
    const asking = await as(doctor)
    const { id } = await make.order(practice, { status: 'in_production' })
    await dataOf(await software.put('/orders/DS-1', { orderId: id }))
    await asking(`/api/orders/${id}/messages`, { body: { body: 'Teinte un peu plus claire ?' } })
    await asking(`/api/orders/${id}/requests`, { body: { wishedDate: addDays(today, 3), words: 'Départ en vacances' } })
    const delivered = await make.order(practice, { status: 'delivered' })
    const problem = { kind: 'fit', description: 'Trop serré', remake: false }
    expect((await asking(`/api/orders/${delivered.id}/problems`, { body: problem })).status).toBeLessThan(300)

    expect(await dataOf(await software.call('/orders/DS-1'))).toMatchObject({
      messages: [{ body: 'Teinte un peu plus claire ?', author: 'Dr Anne Petit', isFromLaboratory: false }],
      requests: [{ kind: 'earlier', words: 'Départ en vacances', state: 'open', askedBy: 'Dr Anne Petit' }],
      problems: [],
    })
    expect(await dataOf(await software.call(`/orders/${delivered.id}`))).toMatchObject({
      problems: [{ kind: 'fit', description: 'Trop serré', state: 'open' }],
    })
    const staff = await as(await make.user(laboratory))
    expect(await dataOf(await staff(`/api/staff/orders/${id}/messages`))).toMatchObject([{ author: 'Dr Anne Petit' }])
  })

  it('is answered by the software in the laboratory’s name, once for each key', async () => {
    const { practice, doctor, software } = await laboratoryWithSoftware()
    const asking = await as(doctor)
    const { id } = await make.order(practice, { status: 'in_production' })
    await dataOf(await software.put('/orders/DS-1', { orderId: id }))
    const write = (name: string, key = 'ds-1-answer-1') =>
      software.call(`/orders/${name}/messages`, {
        body: { body: 'Elle part demain.' },
        headers: { 'idempotency-key': key },
      })
    const written = await dataOf(await write('DS-1'))
    expect(written).toMatchObject({ body: 'Elle part demain.', isFromLaboratory: true })
    expect(await dataOf(await write('DS-1'))).toEqual(written)
    expect(await dataOf(await asking(`/api/orders/${id}/messages`))).toMatchObject([
      { id: written.id, author: 'Laboratoire d’essai', isFromLaboratory: true, isOwn: false },
    ])
    expect(await refusalOf(await write('DS-404', 'ds-404'))).toEqual([404, 'not_found'])
    const other = await programOf(testApp, await make.laboratory())
    const foreign = { body: { body: 'Bonjour' }, headers: { 'idempotency-key': 'foreign' } }
    expect(await refusalOf(await other.call(`/orders/${id}/messages`, foreign))).toEqual([404, 'not_found'])
    expect((await dataOf(await software.call('/orders/DS-1'))).messages).toHaveLength(1)
  })
})

it('a practice says with its days when it is away', async () => {
  const { practice, doctor, software } = await laboratoryWithSoftware()
  const asking = await as(doctor)
  const [from, to] = [addDays(today, 20), addDays(today, 24)]
  expect((await asking('/api/absences', { body: { from, to, deliveryPossible: false } })).status).toBe(201)
  expect((await dataOf(await software.call(`/practices/${practice.id}`))).absences).toMatchObject([
    { from, to, fromShift: 'AM', toShift: 'PM', deliveryPossible: false },
  ])
})
