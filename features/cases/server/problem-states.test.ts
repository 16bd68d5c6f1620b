import { expect, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'

const { make, as } = startTestApp()

it('is said in each list, to each side first what waits for it', async () => {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const [user, staff] = [await as(await make.user(practice)), await as(await make.user(laboratory))]
  const day = new Date().toISOString().slice(0, 10)
  const { id } = await make.order(practice, { status: 'delivered', delivery_on: day, patient_code: 'P-1' })
  const seen = async (call: typeof user, address: string) => {
    const { data } = await (await call(address)).json()
    const cases = data.cases ?? data.days?.flatMap((one: { deliveries: unknown[] }) => one.deliveries) ?? data
    return cases.map((one: { problem: unknown }) => one.problem)
  }
  const said = async () =>
    Promise.all([
      seen(user, '/api/orders?tab=history'),
      seen(user, `/api/orders/${id}/patient`),
      seen(user, `/api/dashboard?from=${day}&days=3`),
      seen(staff, '/api/staff/orders?tab=history'),
    ])
  const report = async () => {
    const body = { kind: 'fit', description: 'Ne descend pas', remake: false }
    return (await (await user(`/api/orders/${id}/problems`, { body })).json()).data.id as string
  }
  const answer = async (problem: string) => {
    const told = await staff(`/api/staff/orders/${id}/problems/${problem}/answer`, {
      body: { answer: 'Nous la reprenons' },
    })
    expect(told.status).toBeLessThan(300)
  }
  const settle = async (problem: string) =>
    expect((await user(`/api/orders/${id}/problems/${problem}/settled`, { method: 'POST' })).status).toBe(204)

  expect(await said()).toEqual([[null], [null], [null], [null]])
  const first = await report()
  expect(await said()).toEqual([['open'], ['open'], ['open'], ['open']])
  await answer(first)
  const second = await report()
  expect(await said()).toEqual([['answered'], ['answered'], ['answered'], ['open']])
  await settle(first)
  expect(await said()).toEqual([['open'], ['open'], ['open'], ['open']])
  await settle(second)
  expect(await said()).toEqual([['settled'], ['settled'], ['settled'], ['settled']])
})

it('is believed of the problems alone, whatever a new case says', async () => {
  const practice = await make.practice(await make.laboratory())
  const call = await as(await make.user(practice))
  await make.order(practice, { problem_states: '{open}' })
  const { data } = await (await call('/api/orders')).json()
  expect(data.map((one: { problem: unknown }) => one.problem)).toEqual([null])
})

it('holds what was answered while another was reported', async () => {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const [user, staff] = [await make.user(practice), await make.user(laboratory)]
  const { id } = await make.order(practice, { status: 'delivered' })
  const problem = { brand_id: laboratory.id, practice_id: practice.id, order_id: id, reported_by: user.id, kind: 'fit' }
  await make.insert(laboratory.id, 'order_problems', { ...problem, description: 'first' })
  let reported: Promise<unknown> = Promise.resolve()
  await make.within(laboratory.id, async client => {
    await client.query("select tenant.set_context($1, null, $2, 'staff')", [laboratory.id, staff.id])
    await client.query('select from orders where id = $1 for no key update', [id])
    await client.query(
      `update order_problems set answered_at = now(), answer = 'yes', answered_by = $2 where order_id = $1`,
      [id, staff.id],
    )
    reported = make.insert(laboratory.id, 'order_problems', { ...problem, description: 'second' })
    const waits = 'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
    await expect.poll(async () => (await client.query(waits)).rowCount).toBe(1)
  })
  await reported
  const states = await make.within(laboratory.id, async client =>
    client.query<{ states: string[] }>('select problem_states::text[] as states from orders where id = $1', [id]),
  )
  expect(states.rows[0]?.states.toSorted()).toEqual(['answered', 'open'])
})
