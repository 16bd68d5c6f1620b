import type pg from 'pg'
import type { findOrderParties, TracedProductRow } from '#features/traceability/server/sql.ts'
import { keptUntil, statementContent } from '#features/traceability/server/statement-content.ts'
import { statementVersion } from '#features/traceability/server/stored-statement.ts'
import { dayInZone } from '#kit/day.ts'
import type { DemonstrationCase } from './demonstration-cases.ts'
import { insertRows } from './insert-rows.ts'
import * as knownMaterials from './materials.ts'
import type { Product } from './product.ts'
import type { Random } from './random.ts'

type Parties = Awaited<ReturnType<typeof findOrderParties>>[number]
type Signer = { id: string; name: string }
type Laboratory = {
  brandId: string
  timeZone: string
  catalogue: ReadonlyMap<string, Product>
  /** Who signs for it. */
  signer: Signer
}

/** By any name of theirs. */
const sources = new Map(
  Object.values(knownMaterials).flatMap(({ name, maker, standard }) =>
    Object.values(name).map(word => [word, { maker, standard }] as const),
  ),
)

/** Lots of all that has left the laboratory, and the signed statement that goes with it. */
export async function insertPaperwork(
  client: pg.Client,
  random: Random,
  laboratory: Laboratory,
  cases: readonly DemonstrationCase[],
): Promise<void> {
  const { brandId: brand_id } = laboratory
  const materials = cases.flatMap(made => materialsOf(random, made))
  if (materials.length === 0) return
  await insertRows(client, 'order_product_materials', materials)
  const parties = await partiesOf(client, brand_id)
  const ofOrder = Map.groupBy(materials, row => row.order_id)

  const statements = cases
    .flatMap(made => statementOf(laboratory, made, parties.get(made.order.id), ofOrder.get(made.order.id) ?? []))
    .toSorted((a, b) => (a.signed_at < b.signed_at ? -1 : 1))
  let year = ''
  const lastNumbers = new Map<string, number>()
  const numbered = statements.map(statement => {
    year = statement.signed_at.slice(0, 4)
    const number = (lastNumbers.get(year) ?? 0) + 1
    lastNumbers.set(year, number)
    return { ...statement, number: `FT-${year.slice(2)}-${String(number).padStart(4, '0')}` }
  })
  await insertRows(client, 'traceability_statements', numbered)
  await insertRows(
    client,
    'statement_number_counters',
    [...lastNumbers].map(([year, last_number]) => ({ brand_id, year: Number(year), last_number })),
  )
}

/** As the one line of the product names them. */
function materialsOf(random: Random, { products }: DemonstrationCase) {
  return products.flatMap(({ brand_id, practice_id, order_id, case_sequence, traceability }) => {
    const [name, lot] = typeof traceability === 'string' ? traceability.split(' · lot ') : []
    const made = name && sources.get(name)
    if (!made || !lot) return []
    const expires_on = `${2027 + random.between(0, 2)}-${String(random.between(1, 12)).padStart(2, '0')}-28`
    return [{ brand_id, practice_id, order_id, case_sequence, position: 1, name, lot, expires_on, ...made }]
  })
}

type MaterialSeed = ReturnType<typeof materialsOf>[number]

/** Signed just before the work leaves; not at all where a product has no lot that could be named. */
function statementOf(
  { brandId, timeZone, catalogue, signer }: Laboratory,
  { order, products, events }: DemonstrationCase,
  parties: Parties | undefined,
  materials: readonly MaterialSeed[],
) {
  const shipped = events.find(({ status }) => status === 'shipped')
  if (!shipped || !parties || materials.length < products.length) return []
  const signed = new Date(Date.parse(String(shipped.at)) - 120_000)
  const traced = products.map(product => ({
    ...product,
    note: null,
    is_implantable: catalogue.get(String(product.reference))?.isImplantable ?? false,
  })) as unknown as TracedProductRow[]
  const before = { certificate: null, certificate_ends_on: null, is_implantable: null, lot_id: null }
  const used = materials.map(row => ({ ...row, ...before, case_sequence: Number(row.case_sequence) }))
  return [
    {
      brand_id: brandId,
      practice_id: order.practice_id,
      order_id: order.id,
      version: 1,
      content: statementContent({ order: parties, products: traced, materials: used, sites: [] }, timeZone),
      content_version: statementVersion,
      signed_by: signer.id,
      signed_by_name: signer.name,
      signed_at: signed.toISOString(),
      kept_until: keptUntil(dayInZone(signed, timeZone), traced),
    },
  ]
}

/** Laboratory, practice and prescriber of every case, as the sheet names them. */
async function partiesOf(client: pg.Client, brandId: string): Promise<Map<string, Parties>> {
  const { rows } = await client.query<Parties & { id: string }>(
    `select orders.id, orders.practice_id, code, patient_code, status, print_type, prescriber, delivery_on::text,
       to_char(orders.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at,
       practices.name as practice_name, practices.address, practices.postal_code, practices.city,
       company_name, client_service_phone, primary_color,
       brands.address as brand_address, brands.postal_code as brand_postal_code, brands.city as brand_city
     from orders
     join brands on brands.id = orders.brand_id
     join practices on practices.brand_id = orders.brand_id and practices.id = orders.practice_id
     where orders.brand_id = $1`,
    [brandId],
  )
  return new Map(rows.map(({ id, ...parties }) => [id, parties]))
}
