import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#kit/day.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import type { OwedByPractice, OwedInAll, TakingsMonth } from '../takings-contract.ts'

/** The year of the earliest piece that counts as invoiced or received; undefined without one. */
export async function findFirstYear({ tx, brandId }: Staff): Promise<number | undefined> {
  const earliest = await tx
    .selectFrom('invoices')
    .select('issued_on')
    .where('brand_id', '=', brandId)
    .where('type', 'in', ['invoice', 'credit', 'paiement'])
    .orderBy('issued_on')
    .limit(1)
    .executeTakeFirst()
  return earliest && Number(earliest.issued_on.slice(0, 4))
}

/** Every month of the year until `last`, including those without a piece. */
export async function listTakings({ tx, brandId }: Staff, year: number, last: Day): Promise<TakingsMonth[]> {
  const { rows } = await sql<TakingsMonth>`
    select to_char(begun, 'YYYY-MM') as month, coalesce(net, 0)::bigint as "netCents", coalesce(vat, 0)::bigint as "vatCents",
      coalesce(net + vat, 0)::bigint as "totalCents", coalesce(received, 0)::bigint as "receivedCents"
    from generate_series(make_date(${year}, 1, 1), least(make_date(${year}, 12, 1), ${last}::date), interval '1 month') begun
    left join (
      select date_trunc('month', issued_on) as month,
        sum(case type when 'invoice' then net_cents when 'credit' then -net_cents else 0 end) as net,
        sum(case type when 'invoice' then vat_cents when 'credit' then -vat_cents else 0 end) as vat,
        -sum(amount_cents) filter (where type = 'paiement') as received
      from invoices
      where brand_id = ${brandId} and issued_on between make_date(${year}, 1, 1) and make_date(${year}, 12, 31)
        and type in ('invoice', 'credit', 'paiement')
      group by 1
    ) sums on sums.month = begun
    order by begun`.execute(tx)
  return rows
}

/** `on` is the laboratory's day. Uses the index of open pieces. */
export async function listOwed(
  { tx, brandId }: Staff,
  on: Day,
  most?: number,
): Promise<{ all: OwedInAll; practices: OwedByPractice[] }> {
  const aged = (condition: RawBuilder<unknown>) =>
    sql`coalesce(sum(due_cents) filter (where due_cents > 0 and ${condition}), 0)::bigint`
  const sums = sql`
    ${aged(sql`late <= 0`)} as "notDueCents", ${aged(sql`late between 1 and 30`)} as "upTo30Cents",
    ${aged(sql`late between 31 and 60`)} as "upTo60Cents", ${aged(sql`late between 61 and 90`)} as "upTo90Cents",
    ${aged(sql`late > 90`)} as "olderCents",
    coalesce(sum(due_cents) filter (where due_cents < 0), 0)::bigint as "inFavourCents",
    coalesce(sum(due_cents), 0)::bigint as "balanceCents"`
  const open = sql`(
    select practice_id, due_cents, ${on}::date - due_on as late from invoices where brand_id = ${brandId} and due_cents <> 0) open`
  const [all, practices] = await Promise.all([
    sql<OwedInAll>`select ${sums} from ${open}`.execute(tx),
    sql<OwedByPractice>`
      -- Added up once, not anew for each practice: of a few dozen practices the database keeps no figures, and takes them for one.
      with owed as materialized (select practice_id, ${sums},
          coalesce(sum(due_cents) filter (where due_cents > 0 and late > 0), 0) as overdue
        from ${open} group by practice_id)
      select p.id, p.name, owed.* from owed
      join practices p on p.brand_id = ${brandId} and p.id = owed.practice_id
      order by owed.overdue desc, owed."balanceCents" desc, p.name, p.id limit ${most ?? null}`.execute(tx),
  ])
  if (!all.rows[0]) throw new Error('Of nothing the sums are nought.')
  return { all: all.rows[0], practices: practices.rows }
}
