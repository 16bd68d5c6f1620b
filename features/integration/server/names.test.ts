import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { crown, dataOf, programOf, refusalOf, startProgramTests } from '#test/asking-as-program.ts'

const testApp = startProgramTests()
const { make, as, laboratoryWithSoftware } = testApp

it('a program that only reads is seen to have come', async () => {
  const { laboratory, software } = await laboratoryWithSoftware()
  const admin = await as(await make.user(laboratory))
  const seenAt = async () =>
    (await dataOf(await admin('/api/staff/programs'))).flatMap(({ keys }: { keys: { seenAt: string | null }[] }) =>
      keys.map(key => key.seenAt),
    )
  expect(await seenAt()).toEqual([null])
  await dataOf(await software.call('/supply-orders'))
  expect(await seenAt()).toEqual([expect.any(String)])
})

it('so is one whose every call is refused', async () => {
  const { laboratory, software } = await laboratoryWithSoftware()
  const admin = await as(await make.user(laboratory))
  expect((await software.call('/orders/unknown')).status).toBe(404)
  const [{ keys }] = await dataOf(await admin('/api/staff/programs'))
  expect(keys).toMatchObject([{ seenAt: expect.any(String) }])
})

describe('a program that comes for the first time', () => {
  it('finds the practices and the cases that are here, page by page, and links them', async () => {
    const { laboratory, practice, software } = await laboratoryWithSoftware()
    const { id, code } = await make.order(practice, { status: 'in_production', delivery_on: '2099-03-02' })
    for (const status of ['invoiced', 'cancelled']) await make.order(practice, { status })
    expect(await (await software.call('/practices')).json()).toMatchObject({
      data: [{ id: practice.id, name: 'Cabinet des Lilas', externalIds: [] }],
      hasMore: false,
    })
    expect(await (await software.call('/orders')).json()).toMatchObject({
      data: [
        { id, code, practiceId: practice.id, status: 'in_production', deliveryDate: '2099-03-02', externalId: null },
      ],
      hasMore: false,
    })
    expect(await (await software.call(`/orders?after=${id}`)).json()).toEqual({ data: [], hasMore: false })
    // A delivered case that is not invoiced still has to be billed.
    await dataOf(await software.put('/orders/A', { orderId: id, status: 'delivered' }))
    expect((await (await software.call('/orders')).json()).data).toMatchObject([{ id, status: 'delivered' }])
    await dataOf(await software.put('/practices/C-1', { practiceId: practice.id, name: 'Cabinet des Lilas' }))
    await dataOf(await software.put('/orders/A', { orderId: id }))
    expect((await (await software.call('/orders')).json()).data).toMatchObject([{ id, externalId: 'A' }])
    expect(await dataOf(await software.call('/orders/A'))).toMatchObject({ id })
    // Looking a case up by name counts as viewing it.
    await testApp.app.writeSightings()
    const { rows } = await make.within(laboratory.id, client =>
      client.query(`select order_id from audit_events where kind = 'case_viewed' and user_id = $1`, [software.id]),
    )
    expect(rows).toEqual([{ order_id: id }])
    // The practice's thread and the list of files are read with it.
    const others = await make.within(laboratory.id, client =>
      client.query(
        `select kind, order_id from audit_events where kind in ('messages_viewed', 'files_viewed') and user_id = $1 order by kind`,
        [software.id],
      ),
    )
    expect(others.rows).toEqual(['files_viewed', 'messages_viewed'].map(kind => ({ kind, order_id: id })))
    // Programs may use UUIDs as names, like the portal's ids.
    const guid = randomUUID()
    await dataOf(await software.put(`/practices/${guid}`, { practiceId: practice.id, name: 'Cabinet des Lilas' }))
    expect(await dataOf(await software.call(`/practices/${guid}`))).toMatchObject({ id: practice.id })
    expect(await dataOf(await software.call('/practices/C-1'))).toMatchObject({ id: practice.id })
    for (const path of ['/orders/B', '/practices/C-2']) expect((await software.call(path)).status).toBe(404)
    const other = await programOf(testApp, await make.laboratory())
    for (const path of ['/orders', '/practices'])
      expect(await (await other.call(path)).json()).toEqual({ data: [], hasMore: false })
  })

  it('takes a name off what was linked wrongly, and off nothing that it has entered', async () => {
    const { practice, reference, software } = await laboratoryWithSoftware()
    const remove = (path: string) => software.call(path, { method: 'DELETE' })
    const [one, other] = [await make.order(practice), await make.order(practice)]
    await dataOf(await software.put('/orders/A', { orderId: one.id }))
    expect((await remove('/orders/A')).status).toBe(204)
    expect(await dataOf(await software.put('/orders/A', { orderId: other.id }))).toMatchObject({ id: other.id })
    await dataOf(await software.put('/orders/B', { practice: { id: practice.id }, prescription: crown(reference) }))
    expect(await refusalOf(await remove('/orders/B'))).toEqual([409, 'entered_by_it'])
    expect(await refusalOf(await remove('/orders/C'))).toEqual([404, 'unknown_here'])
    await dataOf(await software.put('/practices/C', { practiceId: practice.id, name: 'Lilas' }))
    expect((await remove('/practices/C')).status).toBe(204)
    expect(await refusalOf(await remove('/practices/C'))).toEqual([404, 'unknown_here'])
  })
})

describe('names', () => {
  it('lead each to one case, and each case has one with a program', async () => {
    const { laboratory, practice, software } = await laboratoryWithSoftware()
    const [one, other] = [await make.order(practice), await make.order(practice)]
    await dataOf(await software.put('/orders/A', { orderId: one.id }))
    expect(await refusalOf(await software.put('/orders/B', { orderId: one.id }))).toEqual([409, 'linked_otherwise'])
    expect(await refusalOf(await software.put('/orders/A', { orderId: other.id }))).toEqual([409, 'linked_otherwise'])
    // Another program of the laboratory has names of its own.
    const second = await programOf(testApp, laboratory, 'Facturation')
    expect(await refusalOf(await second.put('/orders/A', { status: 'shipped' }))).toEqual([404, 'unknown_here'])
    expect(await dataOf(await second.put('/orders/A', { orderId: other.id }))).toMatchObject({ id: other.id })
  })

  it('lead to nothing of another laboratory', async () => {
    const { software } = await laboratoryWithSoftware()
    const elsewhere = await make.practice(await make.laboratory())
    const { id } = await make.order(elsewhere)
    for (const answer of [
      await software.call(`/orders/${id}`),
      await software.put('/orders/A', { orderId: id }),
      await software.call(`/practices/${elsewhere.id}`),
      await software.put('/practices/C', { practiceId: elsewhere.id, name: 'Ours' }),
    ])
      expect(await refusalOf(answer)).toEqual([404, 'not_found'])
  })
})
