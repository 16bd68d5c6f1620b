import { sql } from 'kysely'
import type { CaseStatus, HoldReason } from '#features/cases/contract.ts'
import type { InvoiceType } from '#features/invoices/contract.ts'
import type { Day } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import type { Laboratory, Staff } from '#tenancy/server/actor.ts'
import type { NoticeKind, NoticeWay } from '../contract.ts'
import { usualDigestHour } from '../rules.ts'

/** The recipient in their current state: still existing, and still in the practice concerned. */
export type Reader = {
  userId: string
  email: string
  language: Language
  accountType: 'manager' | 'doctor'
  isDLCPM: boolean
  isPracticeDoctor: boolean
}
/** What a mail may say of a case: its number, its status, a day. No user input. */
export type ToldCase = {
  id: string
  code: string
  status: CaseStatus
  holdReason: HoldReason | null
  isAnswered: boolean
  deliveryDate: Day | null
}
/** What a mail may say of an issued document to users who may see it: the printed data. */
export type ToldPiece = {
  id: string
  code: string
  type: Exclude<InvoiceType, 'paiement' | 'initialBalance'>
  amountCents: number
  dueOn: Day
  /** A pro forma without an answer. */
  isToApprove: boolean
  /** The practice has queried it before. */
  isAgain: boolean
}
export type DueNotice = {
  kind: NoticeKind
  way: NoticeWay
  at: string
  /** Null where the recipient no longer exists. */
  reader: Reader | null
  /** Null where the notice is not about a case. */
  case: ToldCase | null
  piece: ToldPiece | null
}

/** Inserts a notice for the digest that is not about a case. All others are inserted by triggers. */
export const insertNotice = (
  { tx, brandId }: Staff,
  { userId, practiceId, kind }: { userId: string; practiceId: string; kind: NoticeKind },
) => tx.insertInto('notices').values({ brand_id: brandId, practice_id: practiceId, user_id: userId, kind }).execute()

/** One process at a time makes a laboratory's mails: two would split what belongs in one mail. */
export async function tryLockNotices({ tx, brandId }: Laboratory): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`notices/${brandId}`}, 0)) as locked`.execute(tx)
  return rows[0]?.locked ?? false
}

/** The most recipients in one run: the others follow a minute later. */
const mostReaders = 5_000

type Due = { user_id: string; id: string; way: NoticeWay }

/**
 * Notices to send now, and those to drop. At once: ten minutes after the first of several, so that they share one mail.
 * Digest: once its hour has passed since, one for each day.
 */
async function listDue({ tx, brandId, timeZone }: Laboratory): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with waiting as (
      select n.user_id, n.id, n.created_at, coalesce(c.way, notice_way_by_default(n.kind)) as way, d.made_at,
        make_interval(hours => coalesce(d.hour, ${usualDigestHour}::smallint)) as hour
      from notices n
      left join notice_choices c on c.brand_id = n.brand_id and c.user_id = n.user_id and c.kind = n.kind
      left join notice_digests d on d.brand_id = n.brand_id and d.user_id = n.user_id
      where n.brand_id = ${brandId}
    ), clock as (
      select now() at time zone ${timeZone} as local
    ), timed as (
      select user_id, id, way, made_at, min(created_at) over (partition by user_id, way) as first_at,
        -- The last moment at which it was that hour.
        (date_trunc('day', local - hour) + hour) at time zone ${timeZone} as struck_at
      from waiting, clock
    ), due as (
      select user_id, id, way, dense_rank() over (order by user_id) as place from timed
      where case way
        when 'at_once' then first_at <= now() - interval '10 minutes'
        when 'digest' then first_at < struck_at and coalesce(made_at < struck_at, true)
        else true end
    )
    select user_id, id, way from due where place <= ${mostReaders}`.execute(tx)
  return rows
}

/**
 * Deletes and returns the due notices, with their recipients and subjects. Their ids are read in a separate query first:
 * PostgreSQL cannot estimate their number, and would choose a nested loop.
 */
export async function takeDueNotices(laboratory: Laboratory): Promise<DueNotice[]> {
  const due = await listDue(laboratory)
  if (due.length === 0) return []
  const { tx, brandId } = laboratory
  const { rows } = await sql<DueNotice>`
    with taken as (
      delete from notices n
      using unnest(${due.map(({ user_id }) => user_id)}::uuid[], ${due.map(({ id }) => id)}::uuid[],
        ${due.map(({ way }) => way)}::notice_way[]) as due (user_id, id, way)
      where n.brand_id = ${brandId} and n.user_id = due.user_id and n.id = due.id
      returning n.user_id, n.practice_id, n.order_id, n.invoice_id, n.kind, n.created_at, due.way
    ), made as (
      insert into notice_digests (brand_id, user_id, hour, made_at)
      select distinct ${brandId}::uuid, user_id, ${usualDigestHour}::smallint, now() from taken where way = 'digest'
      on conflict (brand_id, user_id) do update set made_at = excluded.made_at
    )
    select t.kind, t.way, t.created_at as at,
      case when u.id is not null then jsonb_build_object('userId', u.id, 'email', u.email, 'language', u.language,
        'accountType', u.account_type, 'isDLCPM', u.is_dlcpm, 'isPracticeDoctor', u.is_practice_doctor) end as reader,
      case when o.id is not null then jsonb_build_object('id', o.id, 'code', o.code, 'status', o.status,
        'holdReason', o.hold_reason, 'isAnswered', o.hold_answered_at is not null, 'deliveryDate', o.delivery_on) end as case,
      case when i.id is not null then jsonb_build_object('id', i.id, 'code', i.piece_code, 'type', i.type,
        'amountCents', i.amount_cents, 'dueOn', i.due_on, 'isToApprove', i.status = 'to_validate',
        'isAgain', i.question is not null) end as piece
    from taken t
    left join users u on u.brand_id = ${brandId} and u.id = t.user_id and u.practice_id = t.practice_id
      and u.disabled_at is null and u.password_hash is not null
    left join orders o on o.brand_id = ${brandId} and o.practice_id = t.practice_id and o.id = t.order_id
    left join invoices i on i.brand_id = ${brandId} and i.practice_id = t.practice_id and i.id = t.invoice_id
    order by t.user_id, t.created_at, o.code, i.piece_code`.execute(tx)
  return rows
}
