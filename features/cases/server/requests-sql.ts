import { type SqlBool, sql } from 'kysely'
import { fullNameOf } from '#features/people/server/names-sql.ts'
import type { Day } from '#kit/day.ts'
import type { PracticeUser, SignedIn, Staff } from '#tenancy/server/actor.ts'
import { ofActor } from '#tenancy/server/actor-sql.ts'
import { inLanguage } from '#tenancy/server/words-sql.ts'
import type { CaseLink, CaseRequest } from '../contract.ts'
import { statusesOfTab } from '../rules.ts'
import { mostAsked, mostOfOne } from '../staff-rules.ts'
import { isOfPractice } from './staff-filters-sql.ts'
import { adjustment } from './trouble-sql.ts'

/** Open problems among which each practice's are ranked. */
const mostCompared = 5_000

type NewRequestRow = { kind: 'earlier'; wished_on: Day; words: string | null } | ChangeRow
/** `change` has the shape read by stored-change-sql.ts. */
type ChangeRow = { kind: 'change'; change: string; change_version: number; words: string }

export const insertRequest = (user: PracticeUser, orderId: string, row: NewRequestRow): Promise<{ id: string }> =>
  user.tx
    .insertInto('order_requests')
    .values({
      brand_id: user.brandId,
      practice_id: user.practiceId,
      order_id: orderId,
      asked_by: user.userId,
      ...row,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

export type RequestToDecide = NonNullable<Awaited<ReturnType<typeof findRequest>>>

/** The case must be locked, so nobody else decides the request meanwhile. */
export const findRequest = (actor: SignedIn, orderId: string, id: string) =>
  actor.tx
    .selectFrom('order_requests')
    .select(['id', 'kind', 'state', 'change', 'change_version', 'words', 'granted_on as grantedOn', 'answer'])
    .where(ofActor(actor, 'order_requests'))
    .where('order_id', '=', orderId)
    .where('id', '=', id)
    .executeTakeFirst()

export const hasOpenRequest = async (actor: SignedIn, orderId: string, kind: CaseRequest['kind']) =>
  (await actor.tx
    .selectFrom('order_requests')
    .select('id')
    .where(ofActor(actor, 'order_requests'))
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .where('state', '=', 'open')
    .executeTakeFirst()) !== undefined

type Decision = { state: 'withdrawn' | 'granted' | 'refused'; granted_on?: Day | null; answer?: string | null }

export const decideRequest = (actor: SignedIn, { id }: Pick<RequestToDecide, 'id'>, decision: Decision) =>
  actor.tx
    .updateTable('order_requests')
    .set({ ...decision, decided_by: actor.userId, decided_at: sql<string>`now()` })
    .where(ofActor(actor, 'order_requests'))
    .where('id', '=', id)
    .execute()

/** What was asked of a case that the practice cancels. The case must be locked. */
export const withdrawRequests = (user: PracticeUser, orderId: string) =>
  user.tx
    .updateTable('order_requests')
    .set({ state: 'withdrawn', decided_by: user.userId, decided_at: sql<string>`now()` })
    .where(ofActor(user, 'order_requests'))
    .where('order_id', '=', orderId)
    .where('state', '=', 'open')
    .execute()

const shownOfOrder = (staff: Staff) =>
  [
    'orders.id',
    'orders.code',
    'practices.name as practice',
    'orders.patient_code as patientCode',
    inLanguage(sql.val(staff.language), 'orders.summary').as('summary'),
    'orders.status',
    'orders.delivery_on as deliveryDate',
    'orders.appointment_at as appointmentDate',
  ] as const

/** The oldest few of each practice, or all of one case. */
const withinShare = (orderId: string | undefined) =>
  orderId === undefined ? sql<SqlBool>`waiting.place <= ${mostOfOne}` : sql<SqlBool>`true`

/** The number of waiting entries of the same practice, and the rank of each among them. */
const amongOwn = (since: string, id: string) =>
  [
    sql<number>`(count(*) over (partition by orders.practice_id))::int`.as('ofPractice'),
    sql<number>`row_number() over (partition by orders.practice_id order by ${sql.ref(since)}, ${sql.ref(id)})`.as(
      'place',
    ),
  ] as const

/**
 * Oldest first: open requests, and changed cases that nobody has acknowledged. The first of each practice precedes any
 * second one, and each practice has a maximum share, so that none hides the others.
 */
export async function listAsked(staff: Staff, { orderId }: { orderId?: string | undefined }) {
  const ofOrder = shownOfOrder(staff)
  const [requests, changes] = await Promise.all([
    staff.tx
      .selectFrom(db =>
        db
          .selectFrom('order_requests as open')
          .innerJoin('orders', join =>
            join.onRef('orders.brand_id', '=', 'open.brand_id').onRef('orders.id', '=', 'open.order_id'),
          )
          .selectAll('open')
          .select(amongOwn('open.asked_at', 'open.id'))
          .where('open.brand_id', '=', staff.brandId)
          .where('open.state', '=', 'open')
          // About a case that has arrived or was cancelled nothing is left to decide.
          .where('orders.status', 'in', statusesOfTab.in_progress)
          .$if(orderId !== undefined, query => query.where('orders.id', '=', orderId ?? ''))
          .as('waiting'),
      )
      .innerJoin('orders', join =>
        join.onRef('orders.brand_id', '=', 'waiting.brand_id').onRef('orders.id', '=', 'waiting.order_id'),
      )
      .innerJoin('practices', join =>
        join.onRef('practices.brand_id', '=', 'orders.brand_id').onRef('practices.id', '=', 'orders.practice_id'),
      )
      .innerJoin('users as asking', join =>
        join.onRef('asking.brand_id', '=', 'waiting.brand_id').onRef('asking.id', '=', 'waiting.asked_by'),
      )
      .select([
        ...ofOrder,
        'orders.practice_id as practiceId',
        'waiting.ofPractice',
        'waiting.id as requestId',
        'waiting.kind',
        'waiting.wished_on as wishedDate',
        'waiting.words',
        'waiting.asked_at as askedAt',
        fullNameOf('asking').as('askedBy'),
      ])
      .where(withinShare(orderId))
      .orderBy('waiting.place')
      .orderBy('waiting.asked_at')
      .limit(mostAsked)
      .execute(),
    staff.tx
      .selectFrom(db =>
        db
          .selectFrom('orders')
          .select(['orders.brand_id', 'orders.id', ...amongOwn('orders.changed_at', 'orders.id')])
          .where('orders.brand_id', '=', staff.brandId)
          .where('orders.changed_at', 'is not', null)
          .where('orders.status', 'in', statusesOfTab.in_progress)
          .$if(orderId !== undefined, query => query.where('orders.id', '=', orderId ?? ''))
          .as('waiting'),
      )
      .innerJoin('orders', join =>
        join.onRef('orders.brand_id', '=', 'waiting.brand_id').onRef('orders.id', '=', 'waiting.id'),
      )
      .innerJoin('practices', join =>
        join.onRef('practices.brand_id', '=', 'orders.brand_id').onRef('practices.id', '=', 'orders.practice_id'),
      )
      .select([
        ...ofOrder,
        'orders.practice_id as practiceId',
        'waiting.ofPractice',
        sql<string>`orders.changed_at`.as('changedAt'),
      ])
      .where(withinShare(orderId))
      .orderBy('waiting.place')
      .orderBy('orders.changed_at')
      .limit(mostAsked)
      .execute(),
  ])
  return {
    requests: requests.toSorted((a, b) => a.askedAt.localeCompare(b.askedAt)),
    changes: changes.toSorted((a, b) => a.changedAt.localeCompare(b.changedAt)),
  }
}

/** The number of practices with an entry that `listAsked` would show. */
export async function countAsking({ tx, brandId }: Staff): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select o.practice_id from order_requests open
        join orders o on o.brand_id = open.brand_id and o.id = open.order_id
        where open.brand_id = ${brandId} and open.state = 'open' and o.status = any(${statusesOfTab.in_progress}::order_status[])
      union
      select o.practice_id from orders o
        where o.brand_id = ${brandId} and o.changed_at is not null
          and o.status = any(${statusesOfTab.in_progress}::order_status[])) as asking`.execute(tx)
  return rows[0]?.count ?? 0
}

/**
 * The oldest problem of each practice, then the second ones, so that none hides the others; among very many only the oldest
 * are ranked. Problems that the laboratory recorded itself wait for nobody.
 */
export const listOpenProblems = (staff: Staff) =>
  staff.tx
    // The inner select finds the ids from their index; the details are read for these alone.
    .selectFrom(db =>
      db
        .selectFrom(among =>
          among
            .selectFrom('order_problems as open')
            .select(['open.id', 'open.practice_id', 'open.reported_at'])
            .where('open.brand_id', '=', staff.brandId)
            .where('open.answered_at', 'is', null)
            .where('open.settled_at', 'is', null)
            .where(isOfPractice('open.reported_by', sql.val(staff.brandId)))
            .orderBy('open.reported_at')
            .orderBy('open.id')
            .limit(mostCompared)
            .as('oldest'),
        )
        .select(['oldest.id', 'oldest.reported_at'])
        .select(
          sql<number>`row_number() over (partition by oldest.practice_id order by oldest.reported_at, oldest.id)`.as(
            'place',
          ),
        )
        .orderBy('place')
        .orderBy('oldest.reported_at')
        .orderBy('oldest.id')
        .limit(mostAsked)
        .as('first'),
    )
    .innerJoin('order_problems as r', join => join.on('r.brand_id', '=', staff.brandId).onRef('r.id', '=', 'first.id'))
    .innerJoin('orders', join => join.onRef('orders.brand_id', '=', 'r.brand_id').onRef('orders.id', '=', 'r.order_id'))
    .innerJoin('practices', join =>
      join.onRef('practices.brand_id', '=', 'orders.brand_id').onRef('practices.id', '=', 'orders.practice_id'),
    )
    .innerJoin('users as reporting', join =>
      join.onRef('reporting.brand_id', '=', 'r.brand_id').onRef('reporting.id', '=', 'r.reported_by'),
    )
    .select([
      ...shownOfOrder(staff),
      'r.id as problemId',
      'r.kind',
      'r.description',
      'r.reported_at as reportedAt',
      fullNameOf('reporting').as('reportedBy'),
      sql<CaseLink | null>`(select json_build_object('id', again.id, 'code', again.code) from orders again
        where again.brand_id = r.brand_id and again.id = r.remake_id)`.as('remake'),
      sql<number[]>`r.teeth::smallint[]`.as('teeth'),
      adjustment('r', { timeZone: sql.val(staff.timeZone) }).as('adjustment'),
    ])
    .orderBy('first.place')
    .orderBy('r.reported_at')
    .orderBy('r.id')
    .execute()

export const noteChange = (staff: Staff, orderId: string) =>
  staff.tx
    .updateTable('orders')
    .set({ changed_at: null })
    .where('brand_id', '=', staff.brandId)
    .where('id', '=', orderId)
    .where('changed_at', 'is not', null)
    .execute()
