import { describe, expect, it } from 'vitest'
import { removeWhatIsOver } from '#features/privacy/server/remove-due.ts'
import { crown, dataOf, refusalOf, startProgramTests } from '#test/asking-as-program.ts'

const testApp = startProgramTests()
const { make, as, laboratoryWithSoftware } = testApp

describe('a name that is erased', () => {
  it('is heard of also where its time was over, and the case may be sent again without it', async () => {
    const { laboratory, practice, reference, software } = await laboratoryWithSoftware()
    const put = (patient?: string) =>
      software.put('/orders/A', {
        practice: { id: practice.id },
        prescription: crown(reference, patient ? { patient } : {}),
      })
    const { id } = await dataOf(await put('Élodie Martin'))
    await dataOf(await software.put('/orders/A', { status: 'delivered' }))
    await make.within(laboratory.id, client =>
      client.query(`update orders set created_at = now() - interval '61 months' where id = $1`, [id]),
    )
    const { next } = await (await software.call('/changes')).json()
    await removeWhatIsOver(testApp.app.api.services.database, [laboratory.id])
    expect((await (await software.call(`/changes?after=${next}`)).json()).data).toMatchObject([
      { kind: 'patient_name_erased', orderId: id, by: null },
    ])
    // What remains of an erased patient must not allow holders of the key to test names.
    for (const patient of [undefined, 'Élodie Martin', 'Jean Petit'])
      expect(await dataOf(await put(patient)), patient).toMatchObject({ id, outcome: 'unchanged' })
    expect(await dataOf(await software.call(`/orders/${id}`))).toMatchObject({ patient: null })
  })

  it('is heard of where an entry is refused, also by the program itself', async () => {
    const { practice, reference, software } = await laboratoryWithSoftware()
    const prescription = crown(reference, { patient: 'Élodie Martin' })
    const { id } = await dataOf(await software.put('/orders/A', { practice: { id: practice.id }, prescription }))
    const { next } = await (await software.call('/changes')).json()
    await dataOf(await software.put('/orders/A', { status: 'cancelled', note: 'Martin était pour un autre cabinet' }))
    expect((await (await software.call(`/changes?after=${next}`)).json()).data).toMatchObject([
      { kind: 'patient_name_erased', orderId: id, by: null },
    ])
  })
})

it('what a practice wants changed is heard once it is', async () => {
  const { laboratory, practice, software } = await laboratoryWithSoftware()
  const manager = await as(await make.user(practice, { account_type: 'manager' }))
  const admin = await as(await make.user(laboratory))
  await manager('/api/account/delivery-instruction', { method: 'PATCH', body: { deliveryInstruction: 'Sonner' } })
  const [change] = (await (await admin('/api/staff/account-changes')).json()).data
  const { next } = await (await software.call('/changes')).json()
  const applied = { body: { version: change.version } }
  expect((await admin(`/api/staff/account-changes/${change.id}/apply`, applied)).status).toBe(204)
  expect((await (await software.call(`/changes?after=${next}`)).json()).data).toMatchObject([
    { kind: 'account_change_applied', practiceId: practice.id },
  ])
})

describe('what has happened', () => {
  it('comes in an order that never changes, once, also of what is committed late', async () => {
    const { practice, software } = await laboratoryWithSoftware()
    const staff = await as(await make.user(practice.laboratory))
    const { id } = await make.order(practice, { status: 'in_preparation' })
    const { next } = await (await software.call('/changes')).json()
    await staff(`/api/staff/orders/${id}/status`, { body: { status: 'in_production' } })
    const first = await (await software.call(`/changes?after=${next}`)).json()
    expect(first.data).toMatchObject([
      { kind: 'order_status_changed', orderId: id, practiceId: practice.id, by: 'staff' },
    ])
    await staff(`/api/staff/orders/${id}/messages`, { body: { body: 'Bonjour' } })
    const second = await (await software.call(`/changes?after=${first.next}`)).json()
    expect(second.data).toMatchObject([{ kind: 'message_sent', orderId: id }])
    expect((await (await software.call(`/changes?after=${next}`)).json()).data).toEqual([...first.data, ...second.data])
    expect((await (await software.call(`/changes?after=${second.next}`)).json()).data).toEqual([])
    // After a restore the chain has another line at this place, or none yet.
    const [place, mark] = second.next.split('-')
    for (const other of [`${place}-00000000`, `9999999999-${mark}`])
      expect(await refusalOf(await software.call(`/changes?after=${other}`))).toEqual([409, 'cursor_unknown'])
    for (const wrong of ['-1', 'x', '01', '1.5', '9'.repeat(17), place])
      expect((await software.call(`/changes?after=${wrong}`)).status).toBe(422)
  })

  it('names no patient, and tells that a name has to go', async () => {
    const { practice, software } = await laboratoryWithSoftware()
    const admin = await as(await make.user(practice.laboratory))
    const { id } = await make.order(practice, { patient: 'Élodie Martin', status: 'delivered' })
    const answer = await admin(`/api/staff/orders/${id}/patient-name`, { method: 'DELETE' })
    expect(answer.status).toBeLessThan(300)
    const told = await (await software.call('/changes')).text()
    expect(told).not.toContain('Martin')
    expect(JSON.parse(told).data).toMatchObject([{ kind: 'patient_name_erased', orderId: id }])
    expect(await dataOf(await software.call(`/orders/${id}`))).toMatchObject({ patient: null })
  })
})
