import { expect, it } from 'vitest'
import { pageSize } from '#kit/pages.ts'
import { startTestApp } from '#test/harness.ts'
import { mostCounted } from '../contract.ts'

const { make, as } = startTestApp()

it('more pieces than a hundred pages have are not counted, and are found all the same', async () => {
  const laboratory = await make.laboratory()
  const call = await as(await make.user(laboratory, { role: 'accounting' }))
  /** One piece per practice, of a kind that needs no lines. */
  const more = (count: number, issuedOn: string) =>
    make.within(laboratory.id, client =>
      client.query(
        `with made as (
           insert into practices (brand_id, name) select $1, 'Cabinet ' || n from generate_series(1, $2::int) n returning id)
         insert into invoices (brand_id, practice_id, type, amount_cents, issued_on)
         select $1, id, 'initialBalance', 100, $3 from made`,
        [laboratory.id, count, issuedOn],
      ),
    )
  const read = async (query = '') => {
    const { data, page } = await (await call(`/api/staff/invoices${query}`)).json()
    return [data.length, page.total]
  }
  await more(mostCounted - 1, '2026-01-01')
  expect(await read()).toEqual([pageSize, mostCounted - 1])
  await more(2, '2026-02-01')
  expect(await read()).toEqual([pageSize, mostCounted])
  // Behind the last page that is offered.
  expect(await read(`?page=${mostCounted / pageSize + 1}`)).toEqual([1, mostCounted])
  expect(await read('?from=2026-02-01')).toEqual([2, 2])
})
