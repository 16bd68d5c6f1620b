import { describe, expect, it } from 'vitest'
import { dayInZone } from '#kit/day.ts'
import { noCreatingRates, startTestApp } from '#test/harness.ts'
import {
  bridge,
  catalogue,
  crown,
  dataOf,
  imported,
  imports,
  referencesOf,
  table,
  told,
  undo,
} from '#test/importing.ts'
import type { TestLaboratory } from '#test/make.ts'
import { listOf, newList } from '#test/prices.ts'
import { waitedFor } from '#test/waited-for.ts'

const { make, as } = startTestApp({ creatingRates: noCreatingRates })

async function opened() {
  const laboratory = await make.laboratory()
  const staff = await make.user(laboratory, { title: '', first_name: 'Claire', last_name: 'Roux' })
  return { laboratory, staff, call: await as(staff) }
}
const deedsOf = async (laboratory: TestLaboratory) => {
  const { rows } = await make.within(laboratory.id, client =>
    client.query("select kind, subject_id from audit_events where kind::text like 'import%' order by id"),
  )
  return rows
}

const prescribed = { patientCode: 'P-1', printType: 'optical', prescriberName: 'Dr Durand' }
const crownOf26 = { reference: 'COU-10', quantity: 1, teeth: [26], shade: 'A2' }
const year = Number(dayInZone(new Date(), 'Europe/Paris').slice(0, 4))

describe('an import is undone', () => {
  it('whole, within a day: what it made goes, what it changed is as before', async () => {
    const { laboratory, call } = await opened()
    await imported(call, table(crown))
    const { id } = await imported(call, table('COU-10;Fixe;Couronne;3;10;oui', 'AMO-1;Amovible;Stellite;9;80;'))
    const [listed] = await dataOf(await call(imports))
    expect(listed).toMatchObject({ id, state: 'applied', by: 'Claire Roux', added: 1, changed: 1, unchanged: 0 })
    expect(listed.undoableUntil).toMatch(/^\d{4}-/)
    expect(await dataOf(await undo(call, id))).toEqual({ stays: [] })
    expect(await dataOf(await undo(call, id))).toEqual({ stays: [] })
    expect(await catalogue(call)).toMatchObject([
      { nameFr: 'Fixe', products: [{ reference: 'COU-10', version: 1, leadDays: 6, priceCents: 14_900 }] },
    ])
    const [undone] = await dataOf(await call(imports))
    expect(undone).toMatchObject({ id, state: 'undone', undoableUntil: null })
    expect((await deedsOf(laboratory)).map(({ kind }) => kind)).toEqual([
      'import_applied',
      'import_applied',
      'import_undone',
    ])
    expect((await imported(call, table('AMO-1;Amovible;Stellite;9;80;'))).counts.added).toBe(1)
  })

  it('not while something stands on it: what that is is said', async () => {
    const { laboratory, call } = await opened()
    const { id } = await imported(call, table(crown, bridge, 'AMO-1;Amovible;Stellite;9;80;'))
    await imported(call, 'Code;Prix\nBRI-3;5\n')
    const doctor = await as(await make.user(await make.practice(laboratory)))
    const ordered = await doctor('/api/orders', {
      body: {
        ...prescribed,
        products: [crownOf26],
      },
    })
    expect(ordered.status).toBe(201)
    expect(await told(await undo(call, id))).toEqual([409, 'undo_prevented', 'BRI-3 changed_since', 'COU-10 ordered'])
    expect(await referencesOf(call)).toEqual(['COU-10', 'BRI-3', 'AMO-1'])
  })

  it.each([
    ['alone', [crownOf26], 'products.0.reference not_in_catalogue'],
    ['beside others', [crownOf26, { ...crownOf26, teeth: [27] }], 'products not_in_catalogue'],
  ])('while a product of it is being ordered, %s: the practice is told that it is offered no longer', async (...of) => {
    const [, products, refusal] = of
    const { laboratory, call } = await opened()
    const { id } = await imported(call, table(crown))
    const doctor = await as(await make.user(await make.practice(laboratory)))
    await make.insert(laboratory.id, 'order_code_counters', { brand_id: laboratory.id, year, last_number: 1 })
    const answer = await make.within(laboratory.id, async client => {
      // The order has read the catalogue, and waits for its number.
      await client.query('select from order_code_counters for update')
      const pending = doctor('/api/orders', { body: { ...prescribed, products } })
      await waitedFor(client)
      expect(await dataOf(await undo(call, id))).toEqual({ stays: [] })
      return { pending }
    })
    expect(await told(await answer.pending)).toEqual([422, 'input_invalid', refusal])
  })

  it('not while a case that names a product of it is being written', async () => {
    const { laboratory, call } = await opened()
    const { id } = await imported(call, table(crown, bridge))
    const practice = await make.practice(laboratory)
    const order = await make.order(practice)
    const answer = await make.within(laboratory.id, async client => {
      await client.query(
        `insert into order_products (brand_id, practice_id, order_id, case_sequence, reference, product_version,
           label_fr, label_en, quantity) values ($1, $2, $3, 1, 'COU-10', 1, 'Couronne', 'Crown', 1)`,
        [laboratory.id, practice.id, order.id],
      )
      const pending = undo(call, id)
      await waitedFor(client)
      return { pending }
    })
    expect(await told(await answer.pending)).toEqual([409, 'undo_prevented', 'COU-10 ordered'])
    expect(await referencesOf(call)).toEqual(['COU-10', 'BRI-3'])
  })

  it('while a product of it is given a price: whoever gives it is told that somebody else was quicker', async () => {
    const { laboratory, call } = await opened()
    await imported(call, table(crown))
    const id = await newList(call)
    const { version } = await listOf(call, id)
    const body = { prices: [{ reference: 'COU-10', priceCents: 8_000 }], version }
    const answer = await make.within(laboratory.id, async client => {
      await client.query('delete from products')
      const pending = call(`/api/staff/price-lists/${id}/prices`, { method: 'PUT', body })
      await waitedFor(client)
      return { pending }
    })
    expect(await told(await answer.pending)).toEqual([409, 'conflict'])
  })

  it('not after a day, and never what was made by hand, whoever asks the database', async () => {
    const { laboratory, staff, call } = await opened()
    const { id } = await imported(call, table(crown))
    await make.product(laboratory, { reference: 'BY-HAND' })
    const tried = (statement: string, user = staff.id) =>
      make.within(laboratory.id, async client => {
        await client.query("select tenant.set_context($1, null, $2, 'staff')", [laboratory.id, user])
        return (await client.query(statement)).rowCount
      })
    expect(await tried("delete from products where reference = 'BY-HAND'")).toBe(0)
    const driver = await make.user(laboratory, { role: 'driver' })
    await expect(tried('delete from products', driver.id)).rejects.toThrow(/administrator of the laboratory/)
    await make.within(laboratory.id, async client => {
      await client.query('alter table imports disable trigger goes_forward')
      await client.query("update imports set applied_at = now() - interval '25 hours'")
      await client.query('alter table imports enable trigger goes_forward')
    })
    expect(await told(await undo(call, id))).toEqual([409, 'undo_over'])
    expect(await tried('delete from products')).toBe(0)
    expect((await dataOf(await call(imports)))[0].undoableUntil).toBeNull()
  })
})
