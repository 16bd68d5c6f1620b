import { isDeepStrictEqual } from 'node:util'
import { type SqlBool, sql } from 'kysely'
import type { Day } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import type { Laboratory, Staff } from '#tenancy/server/actor.ts'
import type { ChangedReminders, ReminderSettings } from '../account-input.ts'
import { smallestReminded } from '../reminder-pace.ts'

/** Without a setting nobody is reminded, and the form proposes these. */
const usual: ReminderSettings = { most: 0, firstAfterDays: 7, everyDays: 14 }

export async function findReminderSettings({ tx, brandId }: Staff): Promise<ReminderSettings> {
  const chosen = await tx
    .selectFrom('reminder_settings')
    .select(['most', 'first_after_days as firstAfterDays', 'every_days as everyDays'])
    .where('brand_id', '=', brandId)
    .executeTakeFirst()
  return chosen ?? usual
}

/** Whether the settings were kept, set, or have changed since `seen`. The caller must hold the lock on the billing settings. */
export async function setReminderSettings(
  staff: Staff,
  { seen, ...said }: ChangedReminders,
): Promise<'kept' | 'set' | 'changed_meanwhile'> {
  const there = await findReminderSettings(staff)
  // A repetition after a lost answer succeeds, too.
  if (isDeepStrictEqual(there, said)) return 'kept'
  if (!isDeepStrictEqual(there, seen)) return 'changed_meanwhile'
  const values = { most: said.most, first_after_days: said.firstAfterDays, every_days: said.everyDays }
  await staff.tx
    .insertInto('reminder_settings')
    .values({ brand_id: staff.brandId, ...values })
    .onConflict(conflict => conflict.column('brand_id').doUpdateSet(values))
    .execute()
  return 'set'
}

/** One process at a time: two would split what belongs in one mail. */
export async function tryLockReminders({ tx, brandId }: Laboratory): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`reminders/${brandId}`}, 0)) as locked`.execute(tx)
  return rows[0]?.locked === true
}

export type Reminded = {
  invoiceId: string
  pieceCode: string
  dueOn: Day
  dueCents: number
  /** The practice's credits and payments that are set against nothing yet. */
  inFavourCents: number
  readers: { userId: string; email: string; language: Language }[]
}

/** Disputed money is discussed by other means. */
const isDisputed = sql<SqlBool>`exists (
  select from allocations a
  join invoices receipt on receipt.brand_id = a.brand_id and receipt.id = a.credit_id
  join payments p on p.brand_id = receipt.brand_id and p.id = receipt.payment_id
  where a.brand_id = i.brand_id and a.debit_id = i.id and p.disputed_at is not null)`

/** Disputed payments do not count as credit. */
const inFavourOf = (of: 'due' | 'i', brandId: string) => sql<number>`(
  select coalesce(-sum(f.due_cents), 0)::bigint from invoices f
  where f.brand_id = ${brandId} and f.practice_id = ${sql.table(of)}.practice_id and f.due_cents < 0
    and not exists (select from payments p
      where p.brand_id = f.brand_id and p.id = f.payment_id and p.disputed_at is not null))`

/** The practice's managers; null where it has none. */
const readersOf = (of: 'asked' | 'i', brandId: string) => sql`(
  select json_agg(json_build_object('userId', u.id, 'email', u.email, 'language', u.language) order by u.id) as list
  from users u
  where u.brand_id = ${brandId} and u.practice_id = ${sql.table(of)}.practice_id and u.kind = 'practice'
    and u.account_type = 'manager' and not u.is_practice_doctor and u.disabled_at is null)`

/** Pieces per round; the next ones follow an hour later. */
const mostPieces = 2_000

/**
 * Records today's due reminders and returns them with their readers, the practice's managers. Excluded are pieces whose
 * payment is not asked for or under way, pieces with a disputed payment, practices without a manager, and practices whose
 * credit covers what is due.
 */
export async function takeDueReminders(
  { tx, brandId }: Laboratory,
  today: Day,
  most = mostPieces,
): Promise<Reminded[]> {
  const { rows } = await sql<Reminded>`
    with due as (
      select i.practice_id, i.id, i.piece_code, i.due_on, i.due_cents - i.pending_cents as cents, earlier.count + 1 as place
      from reminder_settings s
      join invoices i on i.brand_id = s.brand_id
      cross join lateral (
        select count(*) as count, max(r.sent_on) as last_on from invoice_reminders r
        where r.brand_id = i.brand_id and r.invoice_id = i.id) earlier
      where s.brand_id = ${brandId} and i.due_cents > 0 and i.type in ('invoice', 'initialBalance') and i.status = 'payable'
        and i.due_cents > i.pending_cents and earlier.count < s.most
        -- What was paid of years gone by comes after their invoices.
        and (i.program_id is null or i.created_at < now() - interval '7 days')
        and i.due_on + s.first_after_days <= ${today}::date
        and (earlier.last_on is null or earlier.last_on + s.every_days <= ${today}::date)
        and not ${isDisputed}
    ), asked as (
      select practice_id, sum(cents) as cents, ${inFavourOf('due', brandId)} as in_favour_cents
      from due group by practice_id
    ), told as (
      select due.*, asked.in_favour_cents, readers.list
      from asked
      cross join lateral ${readersOf('asked', brandId)} readers
      join due on due.practice_id = asked.practice_id
      where readers.list is not null and asked.cents - asked.in_favour_cents >= ${smallestReminded}
      -- After all that is never written about, which would stand before the rest for ever.
      order by due.due_on, due.id limit ${most}
    ), noted as (
      insert into invoice_reminders (brand_id, practice_id, invoice_id, place, due_cents, sent_on)
      select ${brandId}::uuid, practice_id, id, place, cents, ${today}::date from told
      -- Of what somebody reminds by hand at this moment nobody is written to twice.
      on conflict do nothing returning invoice_id
    )
    select id as "invoiceId", piece_code as "pieceCode", due_on as "dueOn", cents as "dueCents", in_favour_cents as "inFavourCents", list as readers
    from told where id in (select invoice_id from noted) order by due_on, piece_code`.execute(tx)
  return rows
}

/** Per piece, manual and automatic ones together; after that, one telephones. */
const mostReminders = 5

type NotReminded =
  | 'not_found'
  | 'not_overdue'
  | 'payment_disputed'
  | 'covered_by_credit'
  | 'nobody_to_remind'
  | 'reminded_today'
  | 'reminded_often'

/**
 * Records a manual reminder of one piece and returns its readers, or why not. Small sums are allowed, since the screen has
 * said that they are small.
 */
export async function takeReminder(
  { tx, brandId }: Staff,
  id: string,
  today: Day,
): Promise<{ refusal: NotReminded } | { refusal: null; piece: Reminded }> {
  const { rows } = await sql<
    Reminded & {
      practiceId: string
      isOverdue: boolean
      overdueCents: number
      isDisputed: boolean
      place: number
      isToday: boolean
    }
  >`
    select i.id as "invoiceId", i.practice_id as "practiceId", i.piece_code as "pieceCode", i.due_on as "dueOn",
      i.due_cents - i.pending_cents as "dueCents", ${inFavourOf('i', brandId)} as "inFavourCents", readers.list as readers,
      i.type in ('invoice', 'initialBalance') and i.status = 'payable' and i.due_cents > i.pending_cents
        and i.due_on < ${today}::date as "isOverdue",
      (select sum(late.due_cents - late.pending_cents)::bigint from invoices late
        where late.brand_id = i.brand_id and late.practice_id = i.practice_id and late.due_cents > 0
          and late.type in ('invoice', 'initialBalance') and late.status = 'payable'
          and late.due_on < ${today}::date) as "overdueCents",
      ${isDisputed} as "isDisputed", earlier.count + 1 as place, earlier.last_on = ${today}::date as "isToday"
    from invoices i
    cross join lateral ${readersOf('i', brandId)} readers
    cross join lateral (
      select count(*) as count, max(r.sent_on) as last_on from invoice_reminders r
      where r.brand_id = i.brand_id and r.invoice_id = i.id) earlier
    where i.brand_id = ${brandId} and i.id = ${id}`.execute(tx)
  const [found] = rows
  if (!found) return { refusal: 'not_found' }
  if (!found.isOverdue) return { refusal: 'not_overdue' }
  if (found.isDisputed) return { refusal: 'payment_disputed' }
  // The credit only has to be set against it, and nobody is asked for what they do not owe. Beyond it something is owed.
  if (found.overdueCents <= found.inFavourCents) return { refusal: 'covered_by_credit' }
  if (!found.readers) return { refusal: 'nobody_to_remind' }
  if (found.isToday) return { refusal: 'reminded_today' }
  if (found.place > mostReminders) return { refusal: 'reminded_often' }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('invoice_reminders')
    .values({
      brand_id: brandId,
      practice_id: found.practiceId,
      invoice_id: id,
      place: found.place,
      due_cents: found.dueCents,
      sent_on: today,
    })
    // Of two at once, or beside an automatic reminder, only one is sent.
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows ? { refusal: null, piece: found } : { refusal: 'reminded_today' }
}
