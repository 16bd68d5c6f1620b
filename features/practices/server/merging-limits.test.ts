import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'

const { make, as } = startTestApp()

type Call = Awaited<ReturnType<typeof as>>
const look = async (call: Call, going: TestPractice, staying: TestPractice) =>
  (await (await call(`/api/staff/practices/${staying.id}/merging?goingId=${going.id}`)).json()).data
const merge = (call: Call, going: TestPractice, staying: TestPractice) =>
  call(`/api/staff/practices/${staying.id}/merging`, { body: { goingId: going.id, name: 'Deux' } })
const codeOf = async (answer: Response) => (answer.status === 204 ? 204 : (await problemOf(answer)).code)
const rowsOf = async (of: TestPractice, text: string, values: unknown[] = []) =>
  (await make.within(of.laboratory.id, client => client.query(text, values))).rows

async function twoPractices() {
  const laboratory = await make.laboratory()
  const staying = await make.practice(laboratory, { name: 'Un' })
  const going = await make.practice(laboratory, { name: 'Deux' })
  const administrator = await make.user(laboratory)
  return { laboratory, staying, going, administrator, call: await as(administrator) }
}

/** Copies the existing case, each copy being a remake of the previous one. */
async function multiply(going: TestPractice, count: number) {
  const { id } = await make.order(going)
  await rowsOf(
    going,
    `with named as (select n, gen_random_uuid() as id from generate_series(1, $2::int) n),
     made as (
       insert into orders (brand_id, id, practice_id, code, patient_code, print_type, summary_fr, summary_en, remake_of)
       select o.brand_id, named.id, o.practice_id, 'M-' || n, o.patient_code, o.print_type, o.summary_fr, o.summary_en,
         lag(named.id) over (order by n) from orders o, named where o.id = $1 returning *)
     insert into order_events (brand_id, practice_id, order_id, sequence, status)
     select brand_id, practice_id, id, 1, 'registered' from made`,
    [id, count],
  )
}

it('goes with more cases than are moved at once, each of which names another', async () => {
  const { staying, going, call } = await twoPractices()
  await multiply(going, 700)
  // As autovacuum does within a minute.
  await rowsOf(going, 'analyze orders, order_events')
  expect(await look(call, going, staying)).toMatchObject({ obstacles: [], cases: 701 })
  expect(await codeOf(await merge(call, going, staying))).toBe(204)
  const [left] = await rowsOf(
    going,
    `select count(*)::int as cases, count(*) filter (where practice_id = $1)::int as moved,
       (select count(*)::int from order_events where practice_id = $1) as events from orders`,
    [staying.id],
  )
  expect(left).toEqual({ cases: 701, moved: 701, events: 700 })
})

it('stays with more than are moved in one go', async () => {
  const { staying, going, call } = await twoPractices()
  await multiply(going, 5000)
  expect((await look(call, going, staying)).obstacles).toEqual(['too_many_cases'])
  expect(await codeOf(await merge(call, going, staying))).toBe('too_many_cases')
})

it('goes whole or stays, whatever statement is sent: what has begun and does not end has not happened', async () => {
  const { laboratory, staying, going, administrator } = await twoPractices()
  await make.order(going)
  const begun = (...statements: string[]) =>
    make.within(laboratory.id, async client => {
      await client.query("select tenant.set_context($1, null, $2, 'staff')", [laboratory.id, administrator.id])
      for (const statement of statements) await client.query(statement, [going.id, staying.id])
    })
  await expect(begun('select tenant.begin_merging($1, $2)', 'select tenant.carry_cases($1, $2, 1)')).rejects.toThrow(
    'a practice goes whole or stays',
  )
  await expect(begun('select tenant.carry_cases($1, $2, 1)')).rejects.toThrow('this practice does not go there')
  const elsewhere = await make.practice(laboratory)
  const turned = make.within(laboratory.id, async client => {
    await client.query("select tenant.set_context($1, null, $2, 'staff')", [laboratory.id, administrator.id])
    await client.query('select tenant.begin_merging($1, $2)', [going.id, staying.id])
    await client.query('select tenant.merge_practices($1, $2)', [going.id, elsewhere.id])
  })
  await expect(turned).rejects.toThrow('this practice goes elsewhere')
  expect(await rowsOf(going, 'select practice_id from orders')).toEqual([{ practice_id: going.id }])
  expect(await rowsOf(going, 'select from merged_practices')).toEqual([])
})

it('waits for a billing run that is about to name it; one that is over and made nothing for it keeps nobody', async () => {
  const { laboratory, staying, going, call } = await twoPractices()
  const run = async (state: string, unpriced: number, practices: readonly TestPractice[]) => {
    const id = randomUUID()
    const of = { brand_id: laboratory.id }
    await make.insert(laboratory.id, 'billing_runs', { ...of, id, until_on: '2026-01-31', type: 'invoice' })
    for (const practice of practices) {
      const line = { ...of, run_id: id, practice_id: practice.id, state, unpriced }
      await make.insert(laboratory.id, 'billing_run_practices', line)
    }
    return id
  }
  const both = await run('done', 2, [going, staying])
  const alone = await run('done', 3, [going])
  const waiting = await run('waiting', 0, [going])
  expect((await look(call, going, staying)).obstacles).toEqual(['in_billing_run'])
  expect(await codeOf(await merge(call, going, staying))).toBe('in_billing_run')
  await rowsOf(going, `update billing_run_practices set state = 'done' where run_id = $1`, [waiting])
  expect((await look(call, going, staying)).obstacles).toEqual([])
  expect(await codeOf(await merge(call, going, staying))).toBe(204)
  const lines = await rowsOf(going, 'select run_id, practice_id, unpriced from billing_run_practices order by unpriced')
  expect(lines).toEqual([
    { run_id: waiting, practice_id: staying.id, unpriced: 0 },
    { run_id: alone, practice_id: staying.id, unpriced: 3 },
    { run_id: both, practice_id: staying.id, unpriced: 4 },
  ])
})
