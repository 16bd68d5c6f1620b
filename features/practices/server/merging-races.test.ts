import { expect, it } from 'vitest'
import { dataOf, post, startBillingTests } from '#test/billing.ts'
import { noCreatingRates, startTestApp } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'
import { settingsOf } from '#test/practice-settings.ts'
import { today } from '#test/today.ts'
import { waitedFor } from '#test/waited-for.ts'

const { make, as } = startTestApp({ connections: 25, creatingRates: noCreatingRates })
const billing = startBillingTests()
const rounds = Number(process.env.RACE_ROUNDS ?? 2)

type Call = Awaited<ReturnType<typeof as>>
const merge = (call: Call, going: TestPractice, staying: TestPractice, name: string) =>
  call(`/api/staff/practices/${staying.id}/merging`, { body: { goingId: going.id, name } })
const codeOf = async (answer: Response) => (answer.ok ? answer.status : (await answer.json()).code)
const rowsOf = async (of: TestPractice, text: string, values: unknown[] = []) =>
  (await make.within(of.laboratory.id, client => client.query(text, values))).rows

async function twoPractices() {
  const laboratory = await make.laboratory()
  return {
    laboratory,
    one: await make.practice(laboratory, { name: 'Un' }),
    two: await make.practice(laboratory, { name: 'Deux' }),
    call: await as(await make.user(laboratory)),
  }
}

it('a practice orders, writes and declares while it goes: nothing is lost, nothing is left with the one that is gone', async () => {
  for (let round = 0; round < rounds; round++) {
    const { laboratory, one, two, call } = await twoPractices()
    const { reference } = await make.product(laboratory)
    const { id } = await make.order(two)
    const user = await as(await make.user(two))
    const body = {
      patientCode: 'P-77',
      printType: 'optical',
      products: [{ reference, quantity: 1, teeth: [26], shade: 'A2' }],
    }
    const orders = Array.from({ length: 8 }, () => user('/api/orders', post(body)))
    const words = Array.from({ length: 4 }, (_, index) =>
      user(`/api/orders/${id}/messages`, post({ body: `Bonjour ${index}` })),
    )
    const merged = merge(call, two, one, 'Deux')
    const [ordered, said] = [await Promise.all(orders.map(codeOfAnswer)), await Promise.all(words.map(codeOfAnswer))]
    expect(await codeOf(await merged)).toBe(204)
    // A request that comes too late gets a conflict to retry, never a server error.
    for (const code of ordered) expect([201, 'conflict']).toContain(code)
    for (const code of said) expect([201, 'conflict', 'not_found']).toContain(code)
    const [counted] = await rowsOf(
      one,
      `select (select count(*)::int from orders where practice_id = $1) as cases,
         (select count(*)::int from orders where practice_id <> $1) as elsewhere,
         (select count(*)::int from order_messages where practice_id = $1) as messages`,
      [one.id],
    )
    expect(counted).toEqual({
      cases: 1 + ordered.filter(code => code === 201).length,
      elsewhere: 0,
      messages: said.filter(code => code === 201).length,
    })
    expect((await user('/api/orders', post(body))).status, 'the same session goes on').toBe(201)
  }
})

const codeOfAnswer = async (answer: Promise<Response>) => codeOf(await answer)

it('two administrators let each of two practices go into the other: one is done, the other is told', async () => {
  for (let round = 0; round < rounds; round++) {
    const { laboratory, one, two, call } = await twoPractices()
    const other = await as(await make.user(laboratory))
    await make.order(one)
    await make.order(two)
    const codes = await Promise.all([
      codeOfAnswer(merge(call, two, one, 'Deux')),
      codeOfAnswer(merge(other, one, two, 'Un')),
    ])
    expect(codes.filter(code => code === 204)).toHaveLength(1)
    expect(['conflict', 'not_found']).toContain(codes.find(code => code !== 204))
    expect(await rowsOf(one, 'select from practices')).toHaveLength(1)
    expect(await rowsOf(one, 'select from orders')).toHaveLength(2)
  }
})

it('a billing run or an invoice at the same time: the practice goes with its cases, or stays with its invoice', async () => {
  for (let round = 0; round < rounds; round++) {
    const lab = await billing.laboratoryThatBills()
    const going = await billing.make.practice(lab.laboratory, { name: 'Deux' })
    const order = await billing.deliveredCase(lab, going)
    const administrator = await billing.as(await billing.make.user(lab.laboratory))
    const [merged, issued, begun] = await Promise.all([
      codeOfAnswer(merge(administrator, going, lab.practice, 'Deux')),
      codeOfAnswer(billing.issue(lab.accounting, going, [order])),
      codeOfAnswer(lab.accounting('/api/staff/billing/runs', post({ until: today }))),
    ])
    expect(begun, 'a run is always begun').toBe(201)
    const [state] = await rowsOf(
      lab.practice,
      `select (select count(*)::int from practices where id = $1) as practices,
         (select count(*)::int from orders where practice_id = $1) as cases,
         (select count(*)::int from invoices where practice_id = $1) as invoices`,
      [going.id],
    )
    if (merged === 204) {
      expect(state).toEqual({ practices: 0, cases: 0, invoices: 0 })
      expect(issued).not.toBe(201)
    } else {
      expect(['has_books', 'in_billing_run', 'conflict']).toContain(merged)
      expect(state).toMatchObject({ practices: 1, cases: 1 })
    }
    expect(await dataOf(await lab.accounting('/api/staff/invoices'))).toHaveLength(issued === 201 ? 1 : 0)
  }
})

it('what is changed of a practice in the moment in which another goes into it is changed, and nobody waits in a circle', async () => {
  const { laboratory, one, two, call } = await twoPractices()
  const administrator = await make.user(laboratory)
  const shown = await dataOf(await call(`/api/staff/practices/${one.id}`))
  const read = settingsOf(shown)
  const { changed } = await make.within(laboratory.id, async client => {
    await client.query("select tenant.set_context($1, null, $2, 'staff')", [laboratory.id, administrator.id])
    // As the merge begins, before it locks the rows of both.
    await client.query(`select pg_advisory_xact_lock(hashtextextended('absences/' || $1 || '/' || $2, 0))`, [
      laboratory.id,
      one.id,
    ])
    const pending = call(`/api/staff/practices/${one.id}`, { method: 'PUT', body: { ...read, name: 'Une' } })
    await waitedFor(client)
    await client.query('select tenant.merge_practices($1, $2)', [two.id, one.id])
    return { changed: pending }
  })
  expect(await codeOf(await changed)).toBe(204)
  expect(await rowsOf(one, 'select name from practices')).toEqual([{ name: 'Une' }])
})
