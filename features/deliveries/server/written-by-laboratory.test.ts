import { expect, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'

const { make } = startTestApp()

it('what only the laboratory writes is written by no statement in a practice’s context, and read there', async () => {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const manager = await make.user(practice, { account_type: 'manager' })
  const staff = await make.user(laboratory)
  const under = await make.order(practice, { status: 'in_production' })
  const [sent, taken] = [await make.order(practice), await make.order(practice)]
  const as = (context: string, text: string) =>
    make.within(laboratory.id, async client => {
      await client.query(`select tenant.set_context(${context})`)
      return client.query(text)
    })
  const ofPractice = `'${laboratory.id}', '${practice.id}', '${manager.id}'`
  const ofStaff = `'${laboratory.id}', null, '${staff.id}', 'staff'`

  const own = `'${laboratory.id}', '${practice.id}'`
  const handOver = `insert into hand_overs (brand_id, practice_id, id, day, outcome, done_by, done_at)
    values (${own}, gen_random_uuid(), '2026-01-05', 'nobody_there', '${staff.id}', now())`
  const check = `insert into release_checks (brand_id, practice_id, order_id, version, points, checked_by, checked_by_name)
    values (${own}, '${under.id}', 1, '{fit}', '${staff.id}', 'Ana Costa')`
  const stop = `insert into round_stops (brand_id, practice_id, round, position) values (${own}, 'Nord', 1)`
  for (const text of [handOver, check, stop]) {
    await expect(as(ofPractice, text), text).rejects.toThrow(/row-level security/)
    expect((await as(ofStaff, text)).rowCount).toBe(1)
  }
  const handed = `insert into handed_cases (brand_id, practice_id, order_id, hand_over_id)
    select brand_id, practice_id, '${under.id}', id from hand_overs`
  await expect(as(ofPractice, handed)).rejects.toThrow(/row-level security/)
  expect((await as(ofStaff, handed)).rowCount).toBe(1)
  expect((await as(ofPractice, 'update round_stops set position = 2')).rowCount).toBe(0)
  const again = 'update handed_cases set taken_back_at = now()'
  expect((await as(ofPractice, again)).rowCount).toBe(0)
  for (const table of ['hand_overs', 'handed_cases', 'release_checks', 'round_stops'])
    expect((await as(ofPractice, `select from ${table}`)).rowCount, table).toBe(1)

  const moved = { constraint: 'orders__moved_by_laboratory' }
  const set = (id: string, status: string) => `update orders set status = '${status}' where id = '${id}'`
  await expect(as(ofPractice, set(under.id, 'cancelled'))).rejects.toMatchObject(moved)
  const left = await make.order(practice, { status: 'shipped' })
  await expect(as(ofPractice, set(sent.id, 'in_preparation'))).rejects.toMatchObject(moved)
  const begun = `insert into orders (brand_id, practice_id, code, patient_code, print_type, status, summary_fr, summary_en)
    values (${own}, 'X-1', 'P-1', 'optical', 'shipped', '', '')`
  await expect(as(ofPractice, begun)).rejects.toMatchObject(moved)
  expect((await as(ofPractice, set(taken.id, 'cancelled'))).rowCount).toBe(1)
  expect((await as(ofPractice, set(left.id, 'delivered'))).rowCount).toBe(1)
  expect((await as(ofStaff, set(sent.id, 'in_preparation'))).rowCount).toBe(1)
})
