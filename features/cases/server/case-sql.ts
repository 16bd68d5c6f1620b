import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { DB } from '#db/schema.ts'
import { fullNameOf } from '#features/people/server/names-sql.ts'
import { oneRoundOn } from '#features/rides/server/sql.ts'
import { isImpressionAwaited, takenBy } from '#features/rides/server/taken-sql.ts'
import { type Day, dayInZone } from '#kit/day.ts'
import type { SignedIn } from '#tenancy/server/actor.ts'
import { ofActor } from '#tenancy/server/actor-sql.ts'
import { instant } from '#tenancy/server/instant-sql.ts'
import { type Slots, statement } from '#tenancy/server/statement.ts'
import { inLanguage } from '#tenancy/server/words-sql.ts'
import type { Case } from '../contract.ts'
import type { Making } from '../expected-days.ts'
import { arrivalOf } from './arrival.ts'
import { isOfPracticeAlone, noteFor } from './events-sql.ts'
import { isScanAwaited } from './filters-sql.ts'
import { shownInList, summary } from './sql.ts'
import { findTrouble, linked, noTrouble } from './trouble-sql.ts'

type OfOrder = ExpressionBuilder<DB, 'orders'>
type Reader = Slots<SignedIn>

/**
 * Reads a case with its parts in one statement, because each further round trip costs more than it reads. The parts are
 * joined to the order found, so the actor is checked once. A part costs even when empty (docs/decisions/0200): rare ones are
 * read by a second statement, only for the cases that have them.
 */
export async function findOrder(actor: SignedIn, { id }: { id: string }) {
  const [found] = await findWhole(actor, { id })
  if (!found) return
  const hasTrouble = found.problemStates.length > 0 || found.askedAt !== null || found.remakeOfId !== null
  const [trouble] = hasTrouble ? await findTrouble(actor, { id }) : []
  const { arrivedAt, receivedAt } = arrivalOf(found.status, found.events)
  return {
    ...found,
    ...(trouble ?? noTrouble),
    arrivedOn: arrivedAt && dayInZone(arrivedAt, actor.timeZone),
    receivedAt,
  }
}

const findWhole = statement((db, $: Slots<SignedIn, { id: string }>) =>
  db
    .selectFrom('orders')
    .innerJoin('practices', join =>
      join.onRef('practices.brand_id', '=', 'orders.brand_id').onRef('practices.id', '=', 'orders.practice_id'),
    )
    .leftJoin('users as entering', join =>
      join.onRef('entering.brand_id', '=', 'orders.brand_id').onRef('entering.id', '=', 'orders.ordered_by'),
    )
    .leftJoin('users as prescribing', join =>
      join
        .onRef('prescribing.brand_id', '=', 'orders.brand_id')
        .onRef('prescribing.practice_id', '=', 'orders.practice_id')
        .onRef('prescribing.id', '=', 'orders.prescriber_id'),
    )
    .select(eb => [
      ...shownInList,
      summary($),
      'orders.total_cents as totalCents',
      'orders.comment',
      'orders.practice_reference as practiceReference',
      scan.as('scan'),
      isScanAwaited('orders').as('isScanAwaited'),
      pickup($).as('pickup'),
      'orders.ordered_by as orderedBy',
      'orders.prescriber_id as prescriberId',
      eb.case().when('orders.ordered_by', 'is not', null).then(fullNameOf('entering')).end().as('enteredBy'),
      // For the person to call about the case.
      'entering.email as enteringEmail',
      'entering.phone as enteringPhone',
      'prescribing.email as prescribingEmail',
      'prescribing.phone as prescribingPhone',
      'practices.phone as practicePhone',
      jsonArrayFrom(productsOf(eb, $)).as('products'),
      jsonArrayFrom(eventsOf(eb, $)).as('events'),
      // Rare parts: these columns tell whether `findTrouble` is needed.
      'orders.asked_at as askedAt',
      'orders.remake_of as remakeOfId',
      linked(sql`linked.remake_of = orders.id and linked.status <> 'cancelled'`).as('remake'),
      jsonObjectFrom(statementOf(eb, $)).as('statement'),
      making.as('making'),
      oneRoundOn(sql`orders.brand_id`, sql`orders.delivery_on`).as('deliveryHalf'),
      attachmentsCount.as('attachmentsCount'),
      messagesCount.as('messagesCount'),
      invoiceId.as('invoiceId'),
    ])
    .where(ofActor($, 'orders'))
    .where('orders.id', '=', $.id),
)

export type FoundOrder = NonNullable<Awaited<ReturnType<typeof findOrder>>>
export type ProductRow = FoundOrder['products'][number]
export type EventRow = FoundOrder['events'][number]

const productsOf = (eb: OfOrder, $: Reader) =>
  eb
    .selectFrom('order_products')
    .select([
      'order_products.id',
      'reference',
      inLanguage($.language, 'order_products.label').as('label'),
      'quantity',
      'case_sequence as caseSequence',
      'traceability',
      'shade',
      'complementary_shade as complementaryShade',
      sql<boolean>`(shade is not null or exists (
        select from products p
        where p.brand_id = order_products.brand_id and p.reference = order_products.reference
          and p.version = order_products.product_version and p.shade_need <> 'none'))`.as('hasShade'),
      'sector',
      'implant_brand',
      'implant_platform',
      'note',
      sql<number[]>`pontics::smallint[]`.as('pontics'),
      sql<number[]>`teeth::smallint[]`.as('teeth'),
    ])
    .whereRef('order_products.brand_id', '=', 'orders.brand_id')
    .whereRef('order_products.order_id', '=', 'orders.id')
    .orderBy('case_sequence')

/** Evaluated only for the delivered line, where it decides whether the practice alone confirmed the arrival. */
const isByPractice = sql<boolean>`order_events.status = 'delivered' and ${isOfPracticeAlone('order_events')}`

const eventsOf = (eb: OfOrder, $: Reader) =>
  eb
    .selectFrom('order_events')
    .select([
      'order_events.status',
      'order_events.kind',
      instant('order_events.at').as('at'),
      noteFor($.language).as('note'),
      'absence_note',
      'order_events.sequence',
      'order_events.takes_back as takesBack',
      isByPractice.as('isByPractice'),
    ])
    .whereRef('order_events.brand_id', '=', 'orders.brand_id')
    .whereRef('order_events.order_id', '=', 'orders.id')
    .orderBy('sequence')

const scan = sql<Case['scan']>`case when orders.scan_case is not null then json_build_object(
  'platform', orders.scan_platform, 'caseNumber', orders.scan_case, 'url', orders.scan_url) end`

/** The pickup that has fetched the impression since the order, else the next one that will. */
const pickup = ($: Reader) => sql<Case['pickup']>`case
  when orders.print_type = 'physical' and ${isImpressionAwaited('orders')} then ${takenBy('orders', sql`orders.created_at`, $)} end`

/**
 * Four look-ups, skipped for a case that is not being made towards a day: it has no expected steps. Lead times are those of
 * the ordered product version, since a later version may take longer.
 */
const making = sql<Making | null>`case
  when orders.status in ('registered', 'in_preparation', 'in_production') and orders.delivery_on >= current_date - 1 then (
    select json_build_object(
      'workingDays', b.working_days,
      'impressionDays', case orders.print_type when 'physical' then b.physical_transport_days else 0 end,
      'leadDays', coalesce((
        select max(p.lead_days) from order_products ordered
        join products p on p.brand_id = ordered.brand_id and p.reference = ordered.reference
          and p.version = ordered.product_version
        where ordered.brand_id = orders.brand_id and ordered.order_id = orders.id), 0),
      'holidays', array(
        select h.day from holidays h
        where h.brand_id = orders.brand_id and h.day between orders.created_at::date and orders.delivery_on))
    from brands b where b.id = orders.brand_id) end`

/** The latest signed statement. */
const statementOf = (eb: OfOrder, $: Reader) =>
  eb
    .selectFrom('traceability_statements as signed')
    .select(['signed.number', 'signed.version', sql<Day>`(signed_at at time zone ${$.timeZone})::date`.as('signedOn')])
    .whereRef('signed.brand_id', '=', 'orders.brand_id')
    .whereRef('signed.order_id', '=', 'orders.id')
    .orderBy('signed.version', 'desc')
    .limit(1)

const attachmentsCount = sql<number>`(
  select count(*) from attachments a where a.brand_id = orders.brand_id and a.order_id = orders.id and a.state = 'ready')`

const messagesCount = sql<number>`(
  select count(*) from order_messages m where m.brand_id = orders.brand_id and m.order_id = orders.id)`

/** Null for a practice doctor: row-level security hides invoices from them (migration 0027). */
const invoiceId = sql<string | null>`(
  select i.id from invoice_orders l join invoices i on i.brand_id = l.brand_id and i.id = l.invoice_id
  where l.brand_id = orders.brand_id and l.order_id = orders.id and l.type = 'invoice'
  order by l.is_current desc, i.issued_on desc, i.number desc limit 1)`
