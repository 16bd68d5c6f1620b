import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import { type Call, dataOf, listOf, newList, openedPrices, setPrices, told } from '#test/prices.ts'

const app = startTestApp()
const { make, as, request } = app
const opened = () => openedPrices(app)
const pathOf = (id: string) => `/api/staff/price-lists/${id}/file`
const send = (call: Call, id: string, content: string | Uint8Array<ArrayBuffer>) => {
  const body = new FormData()
  body.set('file', new File([content], 'tarif.csv'))
  return call(pathOf(id), { body })
}
const read = async (call: Call, id: string, content: string | Uint8Array<ArrayBuffer>) => {
  const answer = await send(call, id, content)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return dataOf(answer)
}

describe('a price list as a file', () => {
  it('goes out beside the catalogue and comes back the same, in either language', async () => {
    const { laboratory, call, staff } = await opened()
    await make.product(laboratory, { reference: 'C', label_fr: '=Facette; feldspath', price_cents: null, position: 3 })
    const id = await newList(call, { name: 'Groupement X / 2027' })
    await setPrices(call, id, { A: 123_456 })
    const answer = await call(pathOf(id))
    expect(answer.headers.get('content-disposition')).toContain('Groupement-X-2027.csv')
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer())
    const lines = text.split('\r\n')
    expect(lines[0]).toBe('\ufeffRéférence;Produit;Prix du catalogue;Prix HT')
    expect(lines[1]).toMatch(/^A;.*;100,00;1234,56$/)
    expect(lines[2]).toMatch(/^B;.*;200,01;$/)
    expect(lines[3]).toBe(`C;"'=Facette; feldspath";;`)
    expect(await read(call, id, text)).toMatchObject({ changes: [], unchanged: 3, faults: [], wrong: 0 })
    const english = await as(await make.user(staff.laboratory, { language: 'en' }))
    const written = await (await english(pathOf(id))).text()
    expect(written).toContain('Reference;Product;Catalogue price;Price')
    expect(await read(english, id, written)).toMatchObject({ changes: [], unchanged: 3 })
  })

  it('says what it would change and writes nothing; sent as prices with its version, all of it is there', async () => {
    const { call } = await opened()
    const id = await newList(call)
    await setPrices(call, id, { A: 9_000 })
    // As Excel saves it in France.
    const bytes = Uint8Array.from(Buffer.from('R\xe9f;Prix HT\r\nA;\r\nB;1 250,5 \x80\r\n', 'latin1'))
    const found = await read(call, id, bytes)
    expect(found).toMatchObject({
      changes: [
        { reference: 'A', before: 9_000, after: null },
        { reference: 'B', before: null, after: 125_050 },
      ],
      unchanged: 0,
      faults: [],
    })
    const pricesOf = async () =>
      (await listOf(call, id)).families[0].products.map((one: { priceCents: number | null }) => one.priceCents)
    expect(await pricesOf()).toEqual([9_000, null])
    const prices = found.changes.map(({ reference, after }: { reference: string; after: number | null }) => ({
      reference,
      priceCents: after,
    }))
    const save = () =>
      call(`/api/staff/price-lists/${id}/prices`, { method: 'PUT', body: { prices, version: found.version } })
    expect((await save()).status).toBe(204)
    expect(await pricesOf()).toEqual([null, 125_050])
    expect((await save()).status, 'sent again, since its answer was lost').toBe(204)
    const [first, ...others] = prices
    prices.splice(0, prices.length, { ...first, priceCents: 1 }, ...others)
    expect(await told(await save()), 'compared with another list than the one there is now').toEqual([409, 'conflict'])
  })

  it('is read from its headings, below a title', async () => {
    const { call } = await opened()
    const id = await newList(call)
    const lines = ['Laboratoire du Port - Tarif 2027;;', ';;', 'Réf;Désignation;Prix HT', 'A;Couronne;90', 'Z;Onlay;10']
    expect(await read(call, id, lines.join('\r\n'))).toMatchObject({
      changes: [{ reference: 'A', after: 9_000 }],
      faults: [{ line: 5, of: 'reference', code: 'not_in_catalogue', cell: 'Z' }],
    })
  })

  it('names each line that is wrong, by its number, with what stands there', async () => {
    const { call } = await opened()
    const id = await newList(call)
    const lines = ['Référence;Prix', 'A;cent', 'Z;10', ';5', 'B;-1', '', 'B;2', 'A;1000000,01', 'B;3']
    expect(await read(call, id, lines.join('\n'))).toEqual({
      version: 1,
      changes: [],
      unchanged: 0,
      faults: [
        { line: 2, of: 'price', code: 'not_an_amount', cell: 'cent' },
        { line: 3, of: 'reference', code: 'not_in_catalogue', cell: 'Z' },
        { line: 4, of: 'reference', code: 'required', cell: '' },
        { line: 5, of: 'price', code: 'out_of_range', cell: '-1' },
        { line: 7, of: 'reference', code: 'repeated', cell: 'B' },
        { line: 8, of: 'reference', code: 'repeated', cell: 'A' },
        { line: 9, of: 'reference', code: 'repeated', cell: 'B' },
      ],
      wrong: 7,
    })
    expect((await read(call, id, 'Référence;Prix\nA;1\n"B;2')).faults).toMatchObject([{ line: 3, code: 'broken' }])
  })

  it('is no table, without its columns, or too long', async () => {
    const { call } = await opened()
    const id = await newList(call)
    const refused = async (content: string | Uint8Array<ArrayBuffer>) => told(await send(call, id, content))
    expect(await refused('\n')).toEqual([422, 'file_empty'])
    expect(await refused(new Uint8Array([1, 0, 2, 0, 3]))).toEqual([422, 'file_unreadable'])
    expect(await refused('Référence;Remise\nA;10')).toEqual([422, 'columns_missing'])
    const many = Array.from({ length: 5_001 }, (_, place) => `X${place};1`)
    expect(await refused(['Référence;Prix', ...many].join('\n'))).toEqual([422, 'too_many_lines'])
    expect(await refused('x'.repeat(2_000_001))).toEqual([413, 'file_too_large'])
  })

  it('is for administrators of its laboratory', async () => {
    const { laboratory, practice, call } = await opened()
    const other = await opened()
    const id = await newList(call)
    expect((await request(laboratory, pathOf(id))).status).toBe(401)
    const strangers = [
      [other.call, 404],
      [await as(await make.user(laboratory, { role: 'accounting' })), 403],
      [await as(await make.user(practice, { account_type: 'manager' })), 403],
    ] as const
    for (const [stranger, status] of strangers) {
      expect((await stranger(pathOf(id))).status).toBe(status)
      expect((await send(stranger, id, 'Référence;Prix\nA;1')).status).toBe(status)
    }
    expect((await call(pathOf(randomUUID()))).status).toBe(404)
  })
})
