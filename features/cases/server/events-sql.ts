import { type Expression, type SqlBool, sql } from 'kysely'
import type { Day } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import { inLanguage } from '#tenancy/server/words-sql.ts'

/** Of a line of the timeline, by the name it has in the statement: no later one has taken it back. */
export const stands = (event: string) => sql`not exists (
  select from order_events void where void.brand_id = ${sql.ref(event)}.brand_id and void.order_id = ${sql.ref(event)}.order_id
    and void.takes_back <= ${sql.ref(event)}.sequence and void.sequence > ${sql.ref(event)}.sequence)`

/** Of a delivered case the place of the line that said so: later ones with that status are notes to it, whoever wrote them. */
export const beginsDelivery = sql`select min(e.sequence) from order_events e
  where e.brand_id = orders.brand_id and e.order_id = orders.id and e.status = 'delivered'
    and e.sequence > coalesce((select max(before.sequence) from order_events before
      where before.brand_id = orders.brand_id and before.order_id = orders.id
        and before.status not in ('delivered', 'invoiced')), 0)`

/** Of a line, by the name it has in the statement: a practice has said it, and no driver has handed the case over beside it. */
export const isOfPracticeAlone = (event: string) => sql<boolean>`(exists (
  select from users u where u.brand_id = ${sql.ref(event)}.brand_id and u.id = ${sql.ref(event)}.author_id and u.kind = 'practice')
  and not exists (
    select from handed_cases h where h.brand_id = ${sql.ref(event)}.brand_id and h.order_id = ${sql.ref(event)}.order_id
      and h.taken_back_at is null))`

/** What the portal says, it says to each reader in their language. */
export const noteFor = (language: Expression<Language> | Language) =>
  sql<string | null>`coalesce(${inLanguage(language, 'order_events.note')}, order_events.note)`

type Zoned = { timeZone: Expression<string> }

/** The day of the first line that stands: those that follow with the same status are notes to it. */
const firstDay = (isThatLine: Expression<SqlBool>, { timeZone }: Zoned) => sql`(
  select (min(e.at) at time zone ${timeZone})::date from order_events e
  where e.brand_id = orders.brand_id and e.order_id = orders.id and ${isThatLine} and ${stands('e')})`

/** The laboratory's day on which it has come; null of what has not, and where nobody has noted it. */
export const arrivedOn = ($: Zoned) =>
  sql<Day | null>`case when orders.status in ('delivered', 'invoiced') then ${firstDay(sql`e.status = 'delivered'`, $)} end`.as(
    'arrivedOn',
  )

/** The laboratory's day on which it has left. */
export const leftOn = ($: Zoned) =>
  sql<Day | null>`case when orders.status in ('shipped', 'delivered', 'invoiced') then
    ${firstDay(sql`e.status = 'shipped'`, $)} end`.as('leftOn')
