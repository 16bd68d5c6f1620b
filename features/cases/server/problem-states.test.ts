import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import { waitedFor } from '#test/waited-for.ts'

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
  await make.order(practice, { has_unanswered_problem: true })
  const { data } = await (await call('/api/orders')).json()
  expect(data.map((one: { problem: unknown }) => one.problem)).toEqual([null, null])
  const staff = await as(await make.user(practice.laboratory))
  expect((await (await staff('/api/staff/orders?said=problem')).json()).page.total).toBe(0)
})

it('waits for an answer as long as one that a practice has reported has none, and not for what the laboratory noted', async () => {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const [doctor, bench] = [await make.user(practice), await make.user(laboratory)]
  const [user, staff] = [await as(doctor), await as(bench)]
  const [{ id }, noted] = [await make.order(practice, { code: 'A' }), await make.order(practice, { code: 'B' })]
  const report = (order: { id: string }, by: { id: string }) =>
    make.insert(laboratory.id, 'order_problems', {
      brand_id: laboratory.id,
      practice_id: practice.id,
      order_id: order.id,
      reported_by: by.id,
      kind: 'fit',
      description: 'Ne descend pas',
    })
  await report(noted, bench)
  await report({ id }, bench)
  const waiting = async () => {
    const { data, page } = await (await staff('/api/staff/orders?tab=all&said=problem')).json()
    const { queues } = (await (await staff('/api/staff/waiting')).json()).data
    expect([page.total, queues.problems.count]).toEqual([data.length, data.length])
    return data.map(({ code }: { code: string }) => code)
  }
  expect(await waiting()).toEqual([])
  const body = { kind: 'shade', description: 'Trop clair', remake: false }
  const reportAsUser = async () => (await (await user(`/api/orders/${id}/problems`, { body })).json()).data.id as string
  const [first, second] = [await reportAsUser(), await reportAsUser()]
  expect(await waiting()).toEqual(['A'])
  await staff(`/api/staff/orders/${id}/problems/${first}/answer`, { body: { answer: 'Nous la reprenons' } })
  expect(await waiting()).toEqual(['A'])
  // Settled by the practice, which does not see the laboratory’s people.
  await user(`/api/orders/${id}/problems/${second}/settled`, { method: 'POST' })
  expect(await waiting()).toEqual([])
})

it('says of what was reported before it did so whether it waits', async () => {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const [doctor, bench] = [await make.user(practice), await make.user(laboratory)]
  const of = { brand_id: laboratory.id, practice_id: practice.id, kind: 'fit', description: 'Trop haut' }
  const [reported, noted] = [await make.order(practice, { code: 'A' }), await make.order(practice, { code: 'B' })]
  await make.insert(laboratory.id, 'order_problems', { ...of, order_id: reported.id, reported_by: doctor.id })
  await make.insert(laboratory.id, 'order_problems', { ...of, order_id: noted.id, reported_by: bench.id })
  await make.within(laboratory.id, client => client.query('update orders set has_unanswered_problem = false'))
  const owner = new pg.Client(inject('database').ownerUrl)
  await owner.connect()
  const migration = new URL('../../../db/migrations/0321_orders_unanswered_before.sql', import.meta.url)
  await owner.query(readFileSync(migration, 'utf8'))
  await owner.end()
  const { data } = await (await (await as(bench))('/api/staff/orders?said=problem')).json()
  expect(data.map(({ code }: { code: string }) => code)).toEqual(['A'])
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
    await waitedFor(client)
  })
  await reported
  const states = await make.within(laboratory.id, async client =>
    client.query<{ states: string[] }>('select problem_states::text[] as states from orders where id = $1', [id]),
  )
  expect(states.rows[0]?.states.toSorted()).toEqual(['answered', 'open'])
})
