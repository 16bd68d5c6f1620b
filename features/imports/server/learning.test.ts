import { afterAll, expect, it } from 'vitest'
import { noCreatingRates, startTestApp } from '#test/harness.ts'
import { imported } from '#test/importing.ts'
import { makeOwnDatabase } from '#test/own-database.ts'

// A database of its own, without other writers.
const own = await makeOwnDatabase()
afterAll(() => own.drop())
const { make, as, owner } = startTestApp({ creatingRates: noCreatingRates }, { ...own, adminUrl: '' })

it('of many cases that were imported the database knows when that is said, and looks no second time', async () => {
  // Turns off autovacuum, which looks once a minute: statistics must come from the import.
  await owner.query('alter table orders set (autovacuum_enabled = false)')
  const laboratory = await make.laboratory()
  await make.user(await make.practice(laboratory, { name: 'Cabinet des Lilas' }))
  await make.product(laboratory, { reference: 'COU-10', price_cents: 14_900 })
  const call = await as(await make.user(laboratory))
  const known = async () =>
    (await owner.query(`select reltuples::int as rows from pg_class where oid = 'orders'::regclass`)).rows[0].rows
  const file = (from: number, count: number) =>
    [
      'Cabinet;Numéro;Code patient;Produit;Dents;Teinte;Livraison;Statut',
      ...Array.from(
        { length: count },
        (_, one) => `Cabinet des Lilas;A-${from + one};P-${one};COU-10;24;A2;04/01/2098;en fabrication`,
      ),
    ].join('\r\n')
  expect(await known()).toBe(-1)
  await imported(call, file(0, 300), 'cases')
  expect(await known()).toBe(300)
  // A few more rows do not trigger it.
  await imported(call, file(300, 5), 'cases')
  expect(await known()).toBe(300)
})
