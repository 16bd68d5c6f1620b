import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import * as files from '#test/files.ts'
import { noCreatingRates, startTestApp } from '#test/harness.ts'

// More connections than usual, so that a deadlock is not hidden by waiting for a connection.
const { make, as } = startTestApp({ creatingRates: noCreatingRates, connections: 20 })

async function opened() {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory, { delivery_days: '{1,2,3,4,5}' })
  const { reference } = await make.product(laboratory)
  const call = await as(await make.user(practice))
  return {
    call,
    manager: await as(await make.user(practice, { account_type: 'manager' })),
    staff: await as(await make.user(laboratory)),
    order: (values: object = {}) =>
      call('/api/orders', {
        body: {
          patientCode: 'P-1',
          printType: 'optical',
          products: [{ reference, quantity: 1, teeth: [26], shade: 'A2' }],
          ...values,
        },
      }),
  }
}
const statuses = async (answers: readonly Promise<Response>[]) =>
  (await Promise.all(answers)).map(({ status }) => status)

it('files that come while their draft is sent go with it, or come too late; nobody waits for another in a circle', async () => {
  const { call, order } = await opened()
  for (let round = 0; round < 5; round++) {
    const draftId = randomUUID()
    const kept = { method: 'PUT', body: { content: { patientCode: 'P-1' }, follows: 0 } }
    expect((await call(`/api/order-drafts/${draftId}`, kept)).status).toBe(200)
    const add = () =>
      call(`/api/order-drafts/${draftId}/attachments`, { method: 'POST', body: files.form('a.pdf', files.pdf()) })
    const adding = [add(), add()]
    const sent = pause(round * 3).then(() => order({ draftId }))
    const [ordered, ...added] = await statuses([sent, ...adding])
    expect(ordered).toBe(201)
    expect([201, 404]).toEqual(expect.arrayContaining(added))
  }
})

it('orders that are placed while the laboratory applies other delivery days are all taken, and so are the days', async () => {
  for (let round = 0; round < 4; round++) {
    const { manager, staff, order } = await opened()
    const asked = await manager('/api/account/delivery-instruction', {
      method: 'PATCH',
      body: { deliveryDays: [2, 4] },
    })
    expect(asked.status).toBe(202)
    const { data } = await (await staff('/api/staff/account-changes')).json()
    const [{ id, version }] = data
    const ordering = Array.from({ length: 4 }, () => order())
    const applied = pause(5 + round * 5).then(() =>
      staff(`/api/staff/account-changes/${id}/apply`, { body: { version } }),
    )
    expect(await statuses([applied, ...ordering])).toEqual([204, 201, 201, 201, 201])
  }
})
