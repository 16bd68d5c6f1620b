import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { listenTo } from '#test/events.ts'
import { startTestApp } from '#test/harness.ts'
import {
  type Call,
  dataOf,
  day,
  early,
  late,
  listOf,
  newList,
  openedPrices,
  place,
  setPrices,
  told,
} from '#test/prices.ts'
import { mostPrices } from '../input.ts'

const app = startTestApp()
const { make, as } = app
const opened = () => openedPrices(app)

describe('a price list', () => {
  it('stands beside the catalogue, with what differs from it', async () => {
    const { staff, laboratory, call } = await opened()
    const id = await newList(call, { name: 'Groupement X' })
    await setPrices(call, id, { A: 12_000, B: null })
    expect(await dataOf(await call('/api/staff/price-lists'))).toEqual([
      { id, name: 'Groupement X', isDefault: false, prices: 1, practices: 0, coming: 0 },
    ])
    expect(await listOf(call, id)).toEqual({
      id,
      name: 'Groupement X',
      isDefault: false,
      version: 2,
      families: [
        {
          id: 'fixed',
          nameFr: 'Fixe',
          nameEn: 'Fixed',
          products: [
            expect.objectContaining({ reference: 'A', catalogueCents: 10_000, priceCents: 12_000, isRetired: false }),
            expect.objectContaining({ reference: 'B', catalogueCents: 20_001, priceCents: null }),
          ],
        },
      ],
    })
    await setPrices(call, id, { A: null })
    expect(await dataOf(await call('/api/staff/price-lists'))).toMatchObject([{ prices: 0 }])
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select distinct kind from audit_events where user_id = $1', [staff.id]),
    )
    expect(rows).toEqual([{ kind: 'price_lists_changed' }])
  })

  it('begins as a share of the catalogue, to the cent; what has no price there has none here', async () => {
    const { laboratory, call } = await opened()
    await make.product(laboratory, { reference: 'C', price_cents: null, position: 3 })
    await make.product(laboratory, { reference: 'D', is_retired: true })
    const id = await newList(call, { change: -1_050 })
    const [family] = (await listOf(call, id)).families
    expect(family.products).toMatchObject([
      { reference: 'A', priceCents: 8_950 },
      { reference: 'B', priceCents: 17_901 },
      { reference: 'C', priceCents: null },
    ])
  })

  it('begins as a copy of another: as it is, or of every price that holds there so much dearer', async () => {
    const { call } = await opened()
    const first = await newList(call, { name: 'Tarif 2026' })
    await setPrices(call, first, { A: 9_000 })
    const same = await newList(call, { name: 'Copie', basedOn: first })
    const dearer = await newList(call, { name: 'Tarif 2027', basedOn: first, change: 300 })
    const pricesOf = async (id: string) =>
      (await listOf(call, id)).families[0].products.map((one: { priceCents: number | null }) => one.priceCents)
    expect(await pricesOf(same)).toEqual([9_000, null])
    expect(await pricesOf(dearer)).toEqual([9_270, 20_601])
  })

  it('is made once, under a name of its own', async () => {
    const { call } = await opened()
    const body = { name: 'Tarif 2027', basedOn: null, change: 0 }
    const headers = { 'idempotency-key': randomUUID() }
    const [one, two] = [
      await call('/api/staff/price-lists', { body, headers }),
      await call('/api/staff/price-lists', { body, headers }),
    ]
    expect(await two.text()).toBe(await one.text())
    const again = await call('/api/staff/price-lists', { body: { ...body, name: 'TARIF 2027' } })
    expect(await told(again)).toEqual([409, 'price_list_name_taken'])
    const other = await newList(call, { name: 'Autre' })
    const rename = (name: string, version = 1) =>
      call(`/api/staff/price-lists/${other}`, { method: 'PUT', body: { name, version } })
    expect(await told(await rename('tarif 2027'))).toEqual([409, 'price_list_name_taken'])
    expect((await rename('Groupement Y')).status).toBe(204)
    expect(await told(await rename('Groupement Z'))).toEqual([409, 'conflict'])
    expect((await rename('Groupement Y')).status, 'sent again, since its answer was lost').toBe(204)
  })

  it('takes as many prices at once as a file may hold, and no more', async () => {
    const { laboratory, call } = await opened()
    const references = Array.from({ length: mostPrices }, (_, at) => `${at + 1}`.padStart(40, 'é'))
    await make.within(laboratory.id, client =>
      client.query(
        `insert into products (brand_id, reference, version, family, position, label_fr, label_en, name_one_fr,
           name_many_fr, name_one_en, name_many_en, lead_days, tooth_need, sector_need, shade_need, implant_need, vat)
         select p.brand_id, asked, 1, family, position, label_fr, label_en, name_one_fr, name_many_fr, name_one_en,
           name_many_en, lead_days, tooth_need, sector_need, shade_need, implant_need, vat
         from products p, unnest($2::text[]) asked where p.brand_id = $1 and p.reference = 'A'`,
        [laboratory.id, references],
      ),
    )
    const id = await newList(call)
    const set = (prices: readonly object[], version: number) =>
      call(`/api/staff/price-lists/${id}/prices`, { method: 'PUT', body: { prices, version } })
    const prices = references.map(reference => ({ reference, priceCents: 100_000_000 }))
    expect((await set(prices, 1)).status).toBe(204)
    expect(await dataOf(await call('/api/staff/price-lists'))).toMatchObject([{ prices: mostPrices }])
    const repeated = await set([...prices.slice(1), prices[1] as object], 2)
    expect(await told(repeated)).toEqual([422, 'input_invalid', `prices.${mostPrices - 1}.reference repeated`])
    const more = await set([...prices, { reference: 'A', priceCents: 1 }], 2)
    expect(await told(more)).toEqual([422, 'input_invalid', 'prices too_many'])
    const long = await set([{ reference: 'x'.repeat(mostPrices * 256), priceCents: 1 }], 2)
    expect(await told(long)).toEqual([413, 'body_too_large'])
  })

  it('never loses a change of a colleague', async () => {
    const { laboratory, call } = await opened()
    const colleague = await as(await make.user(laboratory))
    const id = await newList(call)
    const change = (who: Call, priceCents: number) =>
      who(`/api/staff/price-lists/${id}/prices`, {
        method: 'PUT',
        body: { prices: [{ reference: 'A', priceCents }], version: 1 },
      })
    const answers = await Promise.all([change(call, 100), change(colleague, 200)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
    expect(await listOf(call, id)).toMatchObject({ version: 2 })
  })

  it.each([
    [{ name: ' ' }, 'name required'],
    [{ name: 'x'.repeat(81) }, 'name too_long'],
    [{ change: 10_001 }, 'change out_of_range'],
    [{ change: 0.5 }, 'change out_of_range'],
    [{ basedOn: randomUUID() }, 'basedOn not_listed'],
  ])('is refused by field: %j', async (wrong, error) => {
    const { call } = await opened()
    const body = { name: 'Tarif', basedOn: null, change: 0, ...wrong }
    expect(await told(await call('/api/staff/price-lists', { body }))).toEqual([422, 'input_invalid', error])
  })

  it.each([
    [[{ reference: 'A', priceCents: -1 }], 'prices.0.priceCents out_of_range'],
    [[{ reference: 'A', priceCents: 100_000_001 }], 'prices.0.priceCents out_of_range'],
    [[{ reference: 'NONE', priceCents: 1 }], 'prices.0.reference not_listed'],
    [
      [
        { reference: 'A', priceCents: 1 },
        { reference: 'A', priceCents: 2 },
      ],
      'prices.1.reference repeated',
    ],
    [[], 'prices required'],
  ])('has no such prices: %j', async (prices, error) => {
    const { call } = await opened()
    const id = await newList(call)
    const answer = await call(`/api/staff/price-lists/${id}/prices`, { method: 'PUT', body: { prices, version: 1 } })
    expect(await told(answer)).toEqual([422, 'input_invalid', error])
  })

  it('is told to open screens of the laboratory and its practices when it changes', async () => {
    const { practice, call } = await opened()
    const id = await newList(call)
    const events = listenTo(await (await as(await make.user(practice)))('/api/events'))
    await events.next('ready')
    await setPrices(call, id, { A: 1 })
    expect((await events.next('change')).topics).toEqual(['catalogue'])
    await events.close()
  })

  it('loses the price of a product with the product', async () => {
    const { laboratory, staff, call } = await opened()
    const imported = { brand_id: laboratory.id, id: randomUUID() }
    await make.insert(laboratory.id, 'imports', {
      ...imported,
      kind: 'products',
      state: 'applied',
      applied_at: new Date(),
      file_name: 'catalogue.csv',
      delimiter: ';',
      headings: ['Référence'],
      created_by: staff.id,
    })
    await make.product(laboratory, { reference: 'C', position: 3, import_id: imported.id })
    const id = await newList(call)
    await setPrices(call, id, { B: 2, C: 3 })
    expect((await call(`/api/staff/imports/${imported.id}/undo`, { method: 'POST' })).status).toBe(200)
    const [family] = (await listOf(call, id)).families
    expect(family.products).toMatchObject([{ reference: 'A' }, { reference: 'B', priceCents: 2 }])
    await make.product(laboratory, { reference: 'C', position: 3 })
    expect((await listOf(call, id)).families[0].products[2]).toMatchObject({ reference: 'C', priceCents: null })
  })
})

describe('a price list is deleted', () => {
  const remove = (call: Call, id: string) => call(`/api/staff/price-lists/${id}`, { method: 'DELETE' })

  it('with its prices where no practice is on it, now or later', async () => {
    const { practice, call } = await opened()
    const id = await newList(call)
    await setPrices(call, id, { A: 1 })
    await place(call, [practice], id, day(30))
    expect(await told(await remove(call, id))).toEqual([409, 'price_list_in_use'])
    const back = `/api/staff/practice-price-lists/${practice.id}/${day(30)}`
    expect((await call(back, { method: 'DELETE' })).status).toBe(204)
    expect(await told(await call(back, { method: 'DELETE' }))).toEqual([404, 'not_found'])
    expect((await remove(call, id)).status).toBe(204)
    expect(await told(await remove(call, id))).toEqual([404, 'not_found'])
  })

  it('although a practice was on it once', async () => {
    const { practice, call, passes } = await openedPrices(app, { time_zone: early })
    const id = await newList(call)
    const next = await newList(call, { name: 'Suivant' })
    expect((await place(call, [practice], id, day(0, early))).status).toBe(204)
    await passes()
    expect(await told(await remove(call, id))).toEqual([409, 'price_list_in_use'])
    await place(call, [practice], next, day(0, late))
    expect((await remove(call, id)).status).toBe(204)
    const [shown] = await dataOf(await call('/api/staff/practice-price-lists'))
    expect(shown).toMatchObject({ now: { list: 'Suivant' } })
  })

  it('or practices are put on it, never both', async () => {
    for (let round = 0; round < 5; round++) {
      const { practice, call } = await opened()
      const id = await newList(call)
      const [deleted, placed] = await Promise.all([remove(call, id), place(call, [practice], id)])
      const [{ now }] = await dataOf(await call('/api/staff/practice-price-lists'))
      if (deleted.status === 204) {
        expect(await told(placed)).toEqual([409, 'price_list_gone'])
        expect(now).toBeNull()
      } else {
        expect(await told(deleted)).toEqual([409, 'price_list_in_use'])
        expect(placed.status).toBe(204)
        expect(now).toMatchObject({ listId: id })
      }
    }
  })
})
