import { sql } from 'kysely'
import { addDays, type Day } from '#kit/day.ts'
import type { SignedIn, Staff } from '#tenancy/server/actor.ts'
import { ofActor } from '#tenancy/server/actor-sql.ts'
import { inLanguage } from '#tenancy/server/words-sql.ts'
import type { LeavingCase } from '../contract.ts'

/** More than a bench makes in a day; longer lists are read by day. */
const mostListed = 500
/** In days: late work stays on the list that long. */
const longestLate = 60

/** Cases to ship, the most overdue first; then shipped ones due from today on. */
export const listLeaving = ({ tx, brandId, language }: Staff, { until, today }: { until: Day; today: Day }) =>
  tx
    .selectFrom('orders')
    .innerJoin('practices', join =>
      join.onRef('practices.brand_id', '=', 'orders.brand_id').onRef('practices.id', '=', 'orders.practice_id'),
    )
    .select([
      'orders.id',
      'orders.code',
      inLanguage(language, 'orders.summary').as('summary'),
      'orders.status',
      sql<Day>`orders.delivery_on`.as('deliveryDate'),
      sql<LeavingCase['practice']>`jsonb_build_object('id', practices.id, 'name', practices.name)`.as('practice'),
      sql<LeavingCase['tracking']>`case when orders.carrier is not null then jsonb_build_object('carrier',
        orders.carrier, 'number', orders.tracking_number, 'url', orders.tracking_url) end`.as('tracking'),
    ])
    .where('orders.brand_id', '=', brandId)
    .where('orders.delivery_on', '<=', until)
    .where(({ eb, or, and }) =>
      or([
        and([eb('orders.status', '=', 'in_production'), eb('orders.delivery_on', '>=', addDays(today, -longestLate))]),
        and([eb('orders.status', '=', 'shipped'), eb('orders.delivery_on', '>=', today)]),
      ]),
    )
    .orderBy(sql`orders.status = 'shipped'`)
    .orderBy('orders.delivery_on')
    .orderBy('practices.name')
    .orderBy('orders.code')
    .limit(mostListed)
    .execute()

/** By id, so that concurrent shipments do not deadlock. */
export const lockLeaving = ({ tx, brandId }: Staff, ids: readonly string[]) =>
  tx
    .selectFrom('orders')
    .select(['id', 'code', 'status'])
    .where('brand_id', '=', brandId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

export type LabelRow = Awaited<ReturnType<typeof listLabelled>>[number]

const labelled = (user: SignedIn) =>
  user.tx
    .selectFrom('orders')
    .innerJoin('practices', join =>
      join.onRef('practices.brand_id', '=', 'orders.brand_id').onRef('practices.id', '=', 'orders.practice_id'),
    )
    .select([
      'orders.id',
      'orders.code',
      'orders.status',
      'orders.delivery_on as deliveryDate',
      'orders.practice_reference as practiceReference',
      sql<LeavingCase['practice']>`jsonb_build_object('id', practices.id, 'name', practices.name)`.as('practice'),
    ])
    .where(ofActor(user, 'orders'))

/** In packing order. */
export const listLabelled = (user: SignedIn, ids: readonly string[]) =>
  labelled(user).where('orders.id', 'in', ids).orderBy('practices.name').orderBy('orders.code').execute()

/** A label reader may type lower case; of codes that differ only in case, the exact one wins. */
export const findLabelled = (staff: Staff, code: string) =>
  labelled(staff)
    .where('orders.code', 'in', [code, code.toUpperCase()])
    .orderBy(sql`orders.code <> ${code}`)
    .executeTakeFirst()

export const findCompany = ({ tx, brandId }: SignedIn) =>
  tx.selectFrom('brands').select('company_name as name').where('id', '=', brandId).executeTakeFirstOrThrow()
