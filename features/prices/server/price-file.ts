import * as v from 'valibot'
import { listStaffProducts } from '#features/catalogue/server/staff-sql.ts'
import { proposedColumns } from '#features/imports/fields.ts'
import { mostFaults, mostBytes as mostRead } from '#features/imports/rules.ts'
import type { Language } from '#kit/language.ts'
import { problem } from '#kit/problem.ts'
import { attachment } from '#kit/server/attachment.ts'
import { csvAmount, csvTable } from '#kit/server/csv.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { headOf, inTableTurn, isText, piecesOf, rowsOf } from '#kit/server/table-file.ts'
import type { Share } from '#kit/server/turns.ts'
import { onUpload } from '#kit/server/upload.ts'
import { asTable } from '#kit/server/workbook.ts'
import { centsOf } from '#kit/typed-amount.ts'
import { type Staff, shareOf } from '#tenancy/server/actor.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { type PriceFault, type PriceFile, priceFileCalls } from '../file-contract.ts'
import { ListPrice, mostPrices } from '../input.ts'
import { findPriceList, listPricesOf } from './sql.ts'

const mostBytes = 2_000_000

/** A line's cells; `broken` if it cannot be parsed. */
type Line = { line: number; reference: string; price: string } | { line: number; broken: true }

/** Exports a list as a file, and compares an imported file with it. */
export function priceFileRoutes(api: Api, { passage }: { passage: string }) {
  on(api, priceFileCalls.write, asStaff, async ({ actor: staff, params, outgoing }) => {
    const { list, products } = await readList(staff, params.id)
    outgoing.set('content-disposition', attachment(`${list.name.replace(/[^\p{L}\d]+/gu, '-')}.csv`))
    return { type: 'text/csv; charset=utf-8', bytes: Buffer.from(tableOf(products, staff.language)) }
  })

  onUpload<typeof priceFileCalls.read, Staff, { limit: number; share: Share }, Line[]>(
    api,
    priceFileCalls.read,
    asStaff,
    { folder: passage },
    {
      limitOf: async () => mostBytes,
      async reserve({ actor: staff, params }) {
        if (!(await findPriceList(staff, params.id))) throw problem('not_found')
        return { limit: mostBytes, share: shareOf(staff) }
      },
      judge: () => undefined,
      store: ({ path }, { share }, refuse) =>
        inTableTurn(share, async () => {
          await asTable(path, mostRead)
          const head = await headOf(path, cells => Object.keys(placesIn(cells)).length)
          const { reference, priceCents: price } = placesIn(head.headings)
          if (reference === undefined || price === undefined) return refuse('columns_missing')
          const lines: Line[] = []
          for await (const row of rowsOf(piecesOf(path), head.delimiter, mostPrices)) {
            // A title may stand above the headings.
            if (row.line <= head.line) continue
            if ('broken' in row) lines.push(row)
            else lines.push({ line: row.line, reference: row.cells[reference] ?? '', price: row.cells[price] ?? '' })
          }
          return lines
        }),
      async finish({ actor: staff, params }, _, lines) {
        const { list, products } = await readList(staff, params.id)
        return { data: { version: list.version, ...compared(lines, products) } }
      },
      release: async () => undefined,
    },
  )
}

function placesIn(cells: readonly string[]): { reference?: number; priceCents?: number } {
  const { reference, priceCents } = proposedColumns('products', cells)
  return { ...(reference !== undefined && { reference }), ...(priceCents !== undefined && { priceCents }) }
}

type Product = {
  reference: string
  labelFr: string
  labelEn: string
  catalogueCents: number | null
  priceCents: number | null
}

async function readList(staff: Staff, id: string) {
  const [list, prices, products] = await Promise.all([
    findPriceList(staff, id),
    listPricesOf(staff, id),
    listStaffProducts(staff),
  ])
  if (!list) throw problem('not_found')
  const priceOf = new Map(prices.map(({ reference, priceCents }) => [reference, priceCents]))
  return {
    list,
    products: products.flatMap(({ reference, labelFr, labelEn, isRetired, priceCents: catalogueCents }): Product[] => {
      const priceCents = priceOf.get(reference) ?? null
      return isRetired && priceCents === null ? [] : [{ reference, labelFr, labelEn, catalogueCents, priceCents }]
    }),
  }
}

function compared(lines: readonly Line[], products: readonly Product[]): Omit<PriceFile, 'version'> {
  const byReference = new Map(products.map(product => [product.reference, product]))
  const seen = new Set<string>()
  const faults: PriceFile['faults'] = []
  const changes: PriceFile['changes'] = []
  let unchanged = 0
  for (const line of lines) {
    const wrong = (code: PriceFault, of: PriceFile['faults'][number]['of'], cell = '') =>
      faults.push({ line: line.line, code, of, cell: cell.slice(0, 60).toWellFormed().replaceAll('\0', '\ufffd') })
    if ('broken' in line) {
      wrong('broken', 'line')
      continue
    }
    const { reference: said, price } = line
    // The export prefixes words that look like a formula with an apostrophe.
    const product = byReference.get(said) ?? (said.startsWith("'") ? byReference.get(said.slice(1)) : undefined)
    // An empty price means the catalogue's.
    const cents = price === '' ? null : centsOf(price)
    if (said === '') wrong('required', 'reference')
    else if (!isText(said)) wrong('not_text', 'reference', said)
    else if (!product) wrong('not_in_catalogue', 'reference', said)
    else if (seen.has(product.reference)) wrong('repeated', 'reference', said)
    else if (cents === undefined) wrong('not_an_amount', 'price', price)
    else if (!v.is(ListPrice, cents)) wrong('out_of_range', 'price', price)
    else if (cents === product.priceCents) unchanged += 1
    else {
      const { reference, labelFr, labelEn, priceCents: before } = product
      changes.push({ reference, labelFr, labelEn, before, after: cents })
    }
    if (product) seen.add(product.reference)
  }
  return { changes, unchanged, faults: faults.slice(0, mostFaults), wrong: faults.length }
}

const heads: Record<Language, readonly string[]> = {
  fr: ['Référence', 'Produit', 'Prix du catalogue', 'Prix HT'],
  en: ['Reference', 'Product', 'Catalogue price', 'Price'],
}

function tableOf(products: readonly Product[], language: Language): string {
  const amount = (cents: number | null) => (cents === null ? null : csvAmount(cents, language === 'fr' ? ',' : '.'))
  return csvTable(
    heads[language],
    products.map(({ reference, labelFr, labelEn, catalogueCents, priceCents }) => [
      reference,
      language === 'fr' ? labelFr : labelEn,
      amount(catalogueCents),
      amount(priceCents),
    ]),
  )
}
