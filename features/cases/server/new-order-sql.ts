import { sql } from 'kysely'
import type { Work } from '#features/capacity/rules.ts'
import type { Sector } from '#features/prescription/contract.ts'
import { summarize } from '#features/prescription/rules.ts'
import type { Pickup } from '#features/rides/contract.ts'
import { type Day, dayInZone } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import type { ForPractice, SignedIn } from '#tenancy/server/actor.ts'
import type { PrintType } from '../contract.ts'
import { insertStep, refuseTotal } from './changes-sql.ts'

export type NewOrderRow = {
  patient_code: string
  patient: string | null
  /** A name, or a doctor of the practice (`prescriber_id`), whose name the database writes here. */
  prescriber: string | null
  prescriber_id: string | null
  print_type: PrintType
  /** Where the laboratory finds a scan that is not attached to the case. */
  scan_platform?: string | null
  scan_case?: string | null
  scan_url?: string | null
  wished_on: string | null
  appointment_at: string | null
  comment: string | null
  /** Of this case only; a remake gets its own. */
  practice_reference?: string | null
  /** Computed, not yet confirmed by the laboratory. */
  delivery_on: string | null
  summary_fr: string
  summary_en: string
  remake_of: string | null
  /** For cases already in work when the laboratory starts with the portal; `registered` by default. */
  status?: 'registered' | 'in_preparation' | 'in_production'
  is_delivery_confirmed?: boolean
  import_id?: string
}

export type NewProductRow = {
  reference: string
  product_version: number | null
  label_fr: string
  label_en: string
  quantity: number
  shade: string | null
  complementary_shade: string | null
  teeth: number[]
  pontics: number[]
  sector: Sector | null
  implant_brand: string | null
  implant_platform: string | null
  note: string | null
}

/** Violated when a product's version no longer exists. */
export const orderedVersionConstraint = 'order_products__version'

/**
 * Inserts a registered case with its products and first timeline line, entered by the user; `ordered_by` is null when the
 * laboratory starts it.
 */
export async function insertOrder(
  user: ForPractice,
  order: NewOrderRow,
  products: readonly NewProductRow[],
  /** In the laboratory's time zone: codes start again each year. */
  today: string,
  /** Shown with the first line of the timeline. */
  note?: Record<Language, string>,
): Promise<{ id: string; code: string }> {
  const inserted = await insertUnderNextCode(user, order, Number(today.slice(0, 4)))
  const ofOrder = { brand_id: user.brandId, practice_id: user.practiceId, order_id: inserted.id }
  await user.tx
    .insertInto('order_products')
    .values(products.map((product, index) => ({ ...ofOrder, ...productColumns(product), case_sequence: index + 1 })))
    .execute()
    .catch(refuseTotal)
  // Not in parallel: after a refusal every later statement of the transaction fails too, and its error might be reported
  // first.
  await insertStep(user, inserted.id, { status: 'registered', note })
  return inserted
}

const productColumns = ({ teeth, pontics, ...product }: NewProductRow) => ({
  ...product,
  // pg cannot bind arrays of a domain type.
  teeth: sql<string[]>`${teeth}::smallint[]`,
  pontics: sql<string[]>`${pontics}::smallint[]`,
})

/** Adds a product to a case. */
export const insertProduct = (user: ForPractice, orderId: string, product: NewProductRow, sequence: number) =>
  user.tx
    .insertInto('order_products')
    .values({
      brand_id: user.brandId,
      practice_id: user.practiceId,
      order_id: orderId,
      ...productColumns(product),
      case_sequence: sequence,
    })
    .execute()

/**
 * The counter stays locked until the transaction ends, so concurrent orders never draw the same number. Codes taken by an
 * import are skipped in doubling steps: a thousand of them cost ten tries.
 */
export async function insertUnderNextCode(user: ForPractice, order: NewOrderRow, year: number) {
  for (let step = 1; ; step *= 2) {
    const { number, prefix } = await nextNumber(user, year, step)
    const code = `${prefix}-${String(year).slice(-2)}-${String(number).padStart(4, '0')}`
    const inserted = await user.tx
      .insertInto('orders')
      .values({
        ...order,
        brand_id: user.brandId,
        practice_id: user.practiceId,
        ordered_by: user.kind === 'practice' ? user.userId : null,
        code,
        first_delivery_on: order.delivery_on,
      })
      .onConflict(conflict => conflict.columns(['brand_id', 'code']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted) return { id: inserted.id, code }
  }
}

async function nextNumber({ tx, brandId }: Pick<ForPractice, 'tx' | 'brandId'>, year: number, step: number) {
  const { rows } = await sql<{ number: number; prefix: string }>`
    insert into order_code_counters as counter (brand_id, year, last_number) values (${brandId}, ${year}, ${step})
    on conflict (brand_id, year) do update set last_number = counter.last_number + excluded.last_number
    returning last_number as number, (select order_code_prefix from brands where id = ${brandId}) as prefix`.execute(tx)
  return rows[0] as { number: number; prefix: string }
}

/** What a remake repeats of the first case: its prescription and its products, as they were then. */
async function findPrescription(user: ForPractice, id: string, lines: readonly number[]) {
  const [order, products] = await Promise.all([
    user.tx
      .selectFrom('orders')
      .select([
        'patient_code',
        'patient',
        'prescriber',
        'prescriber_id',
        'print_type',
        'comment',
        'summary_fr',
        'summary_en',
      ])
      .where('brand_id', '=', user.brandId)
      .where('practice_id', '=', user.practiceId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
    user.tx
      .selectFrom('order_products as l')
      .leftJoin('products as p', join =>
        join
          .onRef('p.brand_id', '=', 'l.brand_id')
          .onRef('p.reference', '=', 'l.reference')
          .onRef('p.version', '=', 'l.product_version'),
      )
      .select([
        'l.case_sequence',
        'l.reference',
        'l.product_version',
        'l.label_fr',
        'l.label_en',
        'l.quantity',
        'l.shade',
        'l.complementary_shade',
        sql<number[]>`l.teeth::smallint[]`.as('teeth'),
        sql<number[]>`l.pontics::smallint[]`.as('pontics'),
        'l.sector',
        'l.implant_brand',
        'l.implant_platform',
        'l.note',
        'p.name_one_fr',
        'p.name_many_fr',
        'p.name_one_en',
        'p.name_many_en',
      ])
      .where('l.brand_id', '=', user.brandId)
      .where('l.practice_id', '=', user.practiceId)
      .where('l.order_id', '=', id)
      .orderBy('l.case_sequence')
      .execute(),
  ])
  const remade = products.filter(({ case_sequence }) => lines.includes(case_sequence))
  const inWords = (language: Language) =>
    summarize(
      remade.map(line => ({
        one: line[`name_one_${language}`] ?? line[`label_${language}`],
        many: line[`name_many_${language}`] ?? line[`label_${language}`],
        quantity: line.quantity,
        teeth: line.teeth,
        shade: line.shade,
        sector: line.sector,
      })),
      language,
    )
  return {
    order: remade.length < products.length ? { ...order, summary_fr: inWords('fr'), summary_en: inWords('en') } : order,
    products: remade.map(
      ({ case_sequence: _, name_one_fr: _a, name_many_fr: _b, name_one_en: _c, name_many_en: _d, ...line }) => line,
    ),
  }
}

/** Ignores cancelled remakes, after which the case can be remade. */
export const findRemake = (user: SignedIn, id: string) =>
  user.tx
    .selectFrom('orders')
    .select('id')
    .where('brand_id', '=', user.brandId)
    .where('remake_of', '=', id)
    .where('status', '<>', 'cancelled')
    .executeTakeFirst()

/**
 * The day on which work ordered now would arrive; null when unknown. Implemented by the ordering feature and injected by the
 * application. With `room`, only a day with capacity beside everything else promised.
 */
export type PromisedDay = (
  asking: ForPractice,
  work: {
    references: readonly string[]
    printType: PrintType
    /**
     * For an existing case, the pickup that fetches its impression, null when none is awaited; when absent, the next pickup.
     */
    pickup?: Pickup | null
    room?: { work: Work; of: { id: string; deliveryOn: string | null } }
  },
) => Promise<Day | null>

/**
 * Orders a remake with the original prescription and prescriber, promised as of today, ignoring other wishes because the
 * patient is waiting a second time. Only the given lines are made again.
 */
export async function orderAgain(
  asking: ForPractice,
  { id }: { id: string },
  lines: readonly number[],
  promisedDay: PromisedDay,
) {
  const { order, products } = await findPrescription(asking, id, lines)
  const references = products.map(({ reference }) => reference)
  const again = {
    ...order,
    wished_on: null,
    appointment_at: null,
    delivery_on: await promisedDay(asking, { references, printType: order.print_type }),
    remake_of: id,
  }
  return insertOrder(asking, again, products, dayInZone(new Date(), asking.timeZone))
}
