import { type Expression, type SqlBool, sql } from 'kysely'
import type { Day } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import { inLanguage } from '#tenancy/server/words-sql.ts'

/** Whether the timeline line under this alias has not been taken back by a later one. */
export const stands = (event: string) => sql`not exists (
  select from order_events void where void.brand_id = ${sql.ref(event)}.brand_id and void.order_id = ${sql.ref(event)}.order_id
    and void.takes_back <= ${sql.ref(event)}.sequence and void.sequence > ${sql.ref(event)}.sequence)`

/** The sequence of the step that marked the case delivered, whatever was noted since. */
export const beginsDelivery = sql`select max(e.sequence) from order_events e
  where e.brand_id = orders.brand_id and e.order_id = orders.id and e.status = 'delivered' and e.kind = 'step'`

/** Whether the line under this alias was written by a practice, and no driver has recorded handing the case over. */
export const isOfPracticeAlone = (event: string) => sql<boolean>`(exists (
  select from users u where u.brand_id = ${sql.ref(event)}.brand_id and u.id = ${sql.ref(event)}.author_id and u.kind = 'practice')
  and not exists (
    select from handed_cases h where h.brand_id = ${sql.ref(event)}.brand_id and h.order_id = ${sql.ref(event)}.order_id
      and h.taken_back_at is null))`

/** Texts of the portal are stored in both languages; a user's own words are returned as written. */
export const noteFor = (language: Expression<Language> | Language) =>
  sql<string | null>`coalesce(${inLanguage(language, 'order_events.note')}, order_events.note)`

type Zoned = { timeZone: Expression<string> }

/** The day of the first line that was not taken back; later lines with the same status are notes to it. */
const firstDay = (isThatLine: Expression<SqlBool>, { timeZone }: Zoned) => sql`(
  select (min(e.at) at time zone ${timeZone})::date from order_events e
  where e.brand_id = orders.brand_id and e.order_id = orders.id and ${isThatLine} and ${stands('e')})`

/** The day of arrival in the laboratory's time zone; null when not arrived or not recorded. */
export const arrivedOn = ($: Zoned) =>
  sql<Day | null>`case when orders.status in ('delivered', 'invoiced') then ${firstDay(sql`e.status = 'delivered'`, $)} end`.as(
    'arrivedOn',
  )

/** The day it left, in the laboratory's time zone. */
export const leftOn = ($: Zoned) =>
  sql<Day | null>`case when orders.status in ('shipped', 'delivered', 'invoiced') then
    ${firstDay(sql`e.status = 'shipped'`, $)} end`.as('leftOn')
