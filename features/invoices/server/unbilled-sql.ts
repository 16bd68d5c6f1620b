import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Day } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { inLanguage } from '#tenancy/server/words-sql.ts'
import type { CaseToBill, PracticeToBill } from '../billing-contract.ts'
import type { Prices } from '../billing-input.ts'
import { gapsOfPractice, type PracticeFacts, type PracticeGap } from '../rules.ts'

const mostPractices = 200
const mostCases = 500
const mostContested = 10

/** Delivered, and on no invoice or pro forma: what could be billed now. */
const isUnbilled = sql<SqlBool>`orders.status = 'delivered' and not exists (
  select from invoice_orders b where b.brand_id = orders.brand_id and b.order_id = orders.id and b.is_current
    and b.type in ('invoice', 'pro_forma'))`

/**
 * A remake under guarantee, or work at no price: it goes on the next invoice but needs none of its own. The cheap
 * conditions come first, so that `costs_nothing` runs for few cases.
 */
const costsNothing = sql<SqlBool>`((orders.total_cents = 0 or orders.total_cents is null and orders.remake_of is not null)
  and costs_nothing(orders.brand_id, orders.id))`

/** The laboratory has not answered the problem yet: the practice would question the invoice. */
const isContested = sql<SqlBool>`'open' = any (orders.problem_states)`

/** Cases that need an invoice. */
export const isToBill = sql<SqlBool>`${isUnbilled} and ${costsNothing} is not true`

/**
 * Cases taken back completely by a credit note, with the latest one: for a year, and only if they cost anything. Only a
 * person knows whether they are payable again, so they never count as unbilled.
 */
const creditedCases = (brandId: string, practiceId?: string) => sql`(
  select distinct on (taken.id) taken.id, taken.practice_id, c.id as credit_id, c.piece_code
  from (select i.brand_id, i.id, i.piece_code, i.issued_on from invoices i
    where i.brand_id = ${brandId} and i.type = 'credit' and i.issued_on > today_of(${brandId}) - 365
      ${practiceId ? sql`and i.practice_id = ${practiceId}` : sql``} offset 0) c
  join invoice_orders b on b.brand_id = c.brand_id and b.invoice_id = c.id
  cross join lateral (select orders.id, orders.practice_id from orders
    where orders.brand_id = b.brand_id and orders.id = b.order_id and is_credited(orders.brand_id, orders.id)
      and ${costsNothing} is not true offset 0) taken
  order by taken.id, c.issued_on desc, c.id desc)`

const deliveredOn = ({ timeZone }: Pick<Staff, 'timeZone'>) =>
  sql`delivered_on(orders.brand_id, orders.id, ${timeZone})`

/** Facts of the practice `p`, as `buyer_of` would put them on a piece. */
const factsOf = sql<PracticeFacts>`json_build_object('rppsSiretSiren', coalesce(p.rpps_siret_siren, ''), 'address', p.address,
  'postalCode', p.postal_code, 'city', p.city, 'hasMailbox', cardinality(p.emails) > 0 or exists (
    select from users u where u.brand_id = p.brand_id and u.practice_id = p.id and u.kind = 'practice' and u.erased_at is null))`

/** What a practice's invoices would lack. */
export async function listGaps({ tx, brandId }: Staff, practiceId: string): Promise<PracticeGap[]> {
  const { rows } = await sql<{ facts: PracticeFacts }>`
    select ${factsOf} as facts from practices p where p.brand_id = ${brandId} and p.id = ${practiceId}`.execute(tx)
  return rows.flatMap(({ facts }) => gapsOfPractice(facts))
}

/** What a practice owes, less what it has paid ahead. */
export async function findBalance({ tx, brandId }: Staff, practiceId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(i.due_cents), 0)::bigint as cents from invoices i
    where i.brand_id = ${brandId} and i.practice_id = ${practiceId} and i.due_cents <> 0`.execute(tx)
  return rows[0]?.cents ?? 0
}

type Wanted = { until?: Day | undefined; search?: string | undefined; id?: string }

/**
 * As a run would bill them: cases without all of their prices are left out, VAT is rounded once for each rate. Free cases
 * are included by a run, but here count neither as cases nor in sums.
 */
export async function listPracticesToBill(staff: Staff, { until, search, id }: Wanted): Promise<PracticeToBill[]> {
  const { tx, brandId } = staff
  const isNamed = search
    ? sql`searchable(p.name) like all ((select search_patterns(${search}))::text[])`
    : sql`(waiting.cases > 0 or credited.cases > 0)`
  const { rows } = await sql<Omit<PracticeToBill, 'gaps'> & { facts: PracticeFacts }>`
    with unbilled as materialized (
      select orders.id, orders.code, orders.practice_id, ${isContested} as is_contested from orders
      where orders.brand_id = ${brandId} and ${isToBill} ${id ? sql`and orders.practice_id = ${id}` : sql``}
        ${until ? sql`and ${deliveredOn(staff)} <= ${until}::date` : sql``}
    ), lines as materialized (
      select * from billable_lines(${brandId}, array(select unbilled.id from unbilled), 0)
    ), priced as (
      select order_id from lines group by order_id having bool_and(net_cents is not null and vat is not null)
    ), sums as (
      select practice_id, sum(net) as net, sum(net + round(net * vat_rate / 10000.0)) as total,
        sum(calm) as calm_net, sum(calm + round(calm * vat_rate / 10000.0)) as calm_total
      from (
        select u.practice_id, l.vat_rate, sum(l.net_cents) as net,
          coalesce(sum(l.net_cents) filter (where not u.is_contested), 0) as calm
        from lines l join priced using (order_id) join unbilled u on u.id = l.order_id
        group by u.practice_id, l.vat_rate) by_rate
      group by practice_id
    ), waiting as (
      select u.practice_id, count(*) as cases, count(*) filter (where priced.order_id is null) as unpriced,
        count(*) filter (where priced.order_id is not null and u.is_contested) as contested,
        array_agg(u.code order by u.code) filter (where priced.order_id is not null and u.is_contested) as codes
      from unbilled u left join priced on priced.order_id = u.id group by u.practice_id
    ), credited as (
      select c.practice_id, count(*) as cases from ${creditedCases(brandId, id)} c group by c.practice_id
    )
    select p.id, p.name, trim(concat_ws(' ', p.postal_code, p.city)) as place, coalesce(waiting.cases, 0)::bigint as cases,
      coalesce(waiting.unpriced, 0)::bigint as unpriced, coalesce(waiting.contested, 0)::bigint as contested,
      coalesce(waiting.codes[1:${mostContested}], '{}') as "contestedCodes", coalesce(credited.cases, 0)::bigint as credited, coalesce(sums.net, 0)::bigint as "netCents",
      coalesce(sums.total, 0)::bigint as "totalCents",
      json_build_object('netCents', coalesce(sums.calm_net, 0)::bigint, 'totalCents', coalesce(sums.calm_total, 0)::bigint)
        as uncontested, (
        select coalesce(sum(i.due_cents), 0)::bigint from invoices i
        where i.brand_id = p.brand_id and i.practice_id = p.id and i.due_cents <> 0) as "balanceCents",
      ${factsOf} as facts
    from practices p
    left join waiting on waiting.practice_id = p.id
    left join sums on sums.practice_id = p.id
    left join credited on credited.practice_id = p.id
    where p.brand_id = ${brandId} and ${id ? sql`p.id = ${id}` : isNamed}
    order by p.name, p.id ${search ? sql`limit ${mostPractices}` : sql``}`.execute(tx)
  return rows.map(({ facts, ...practice }) => ({ ...practice, gaps: gapsOfPractice(facts) }))
}

export async function findNumber({ tx, brandId }: Staff, practiceId: string): Promise<string> {
  const found = await tx
    .selectFrom('practices')
    .select('rpps_siret_siren')
    .where('brand_id', '=', brandId)
    .where('id', '=', practiceId)
    .executeTakeFirst()
  return found?.rpps_siret_siren ?? ''
}

/** Corrections included; null where none was entered. */
export async function findInitialBalance({ tx, brandId }: Staff, practiceId: string): Promise<number | null> {
  const { cents } = await tx
    .selectFrom('invoices')
    .select(sql<number | null>`sum(amount_cents)::bigint`.as('cents'))
    .where('brand_id', '=', brandId)
    .where('practice_id', '=', practiceId)
    .where('type', '=', 'initialBalance')
    .executeTakeFirstOrThrow()
  return cents
}

/** `which`: rows with a case's id and the credit note that has taken it back, or null. */
async function listCases({ tx, brandId, language, ...staff }: Staff, which: RawBuilder<unknown>) {
  const { rows } = await sql<CaseToBill>`
    with waiting as materialized (
      select orders.id, orders.code, orders.patient_code, ${inLanguage(language, 'orders.summary')} as summary,
        orders.remake_of is not null as is_remake, ${isContested} as is_contested, ${deliveredOn(staff)} as delivered_on, chosen.credit
      from (${which}) chosen join orders on orders.brand_id = ${brandId} and orders.id = chosen.id
      order by delivered_on, orders.code limit ${mostCases}
    ), lines as (
      select order_id, json_agg(json_build_object('caseSequence', case_sequence, 'reference', reference,
          'label', ${language === 'fr' ? sql`label_fr` : sql`label_en`}, 'quantity', quantity,
          'unitPriceCents', unit_price_cents, 'netCents', case when vat is not null then net_cents end, 'vat', vat,
          'vatRate', vat_rate) order by case_sequence) as lines
      from billable_lines(${brandId}, array(select waiting.id from waiting), 0) group by order_id
    )
    select waiting.id, code, patient_code as "patientCode", summary, delivered_on as "deliveredOn",
      is_remake as "isRemake", is_contested as "isContested", credit, coalesce(lines.lines, '[]') as lines
    from waiting left join lines on lines.order_id = waiting.id
    order by delivered_on, code`.execute(tx)
  return rows
}

export const listCasesToBill = (staff: Staff, practiceId: string): Promise<CaseToBill[]> =>
  listCases(
    staff,
    sql`select orders.id, null::json as credit from orders
      where orders.brand_id = ${staff.brandId} and orders.practice_id = ${practiceId} and ${isUnbilled}`,
  )

export const listCreditedCases = (staff: Staff, practiceId: string): Promise<CaseToBill[]> =>
  listCases(
    staff,
    sql`select c.id, json_build_object('id', c.credit_id, 'pieceCode', c.piece_code) as credit
      from ${creditedCases(staff.brandId, practiceId)} c`,
  )

/** All prices or none: the first refusal is returned. */
export async function setPrices({ tx }: Staff, orderId: string, { prices }: Prices) {
  for (const [index, { caseSequence, unitPriceCents, vat }] of prices.entries()) {
    const { rows } = await sql<{ outcome: 'set' | 'not_found' | 'billed_already' }>`
      select tenant.set_price(${orderId}::uuid, ${caseSequence}::smallint, ${unitPriceCents}::bigint,
        ${vat}::vat_category) as outcome`
      .execute(tx)
      .catch(error => {
        if (!violates(error, 'orders__total_in_range')) throw error
        throw problem('input_invalid', { errors: [{ path: `prices.${index}.unitPriceCents`, code: 'too_large' }] })
      })
    const outcome = rows[0]?.outcome
    if (outcome !== 'set') return outcome
  }
  return 'set'
}
