import { sql } from 'kysely'
import type { AccountChangeState } from '#db/schema.ts'
import { fullNameOf } from '#features/people/server/names-sql.ts'
import type { PracticeUser, Staff } from '#tenancy/server/actor.ts'
import { type AccountPart, type Difference, outcomeDays } from '../contract.ts'
import { shownOfAccount } from './account-sql.ts'

/** Far more than anyone waits for. */
const mostShown = 50
const mostWaiting = 200

/** In the order of the form. */
const fieldsOf = (changes: string) =>
  sql<Difference[]>`(
    select coalesce(json_agg(json_build_object('field', f.field, 'before', f.before, 'after', f.after) order by f.field), '[]')
    from account_change_fields f
    where f.brand_id = ${sql.ref(`${changes}.brand_id`)} and f.change_id = ${sql.ref(`${changes}.id`)})`

/** Serialises requests within a practice, so that no conflicting request can come between check and insert. */
export const lockChanges = ({ tx, brandId, practiceId }: PracticeUser) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`account/${brandId}/${practiceId}`}, 0))`.execute(tx)

/** For requests as `c`: one's own, or for managers the practice's. The database enforces it too. */
const mayWithdraw = ({ userId, accountType }: PracticeUser) =>
  sql<boolean>`(c.requested_by = ${userId} or ${accountType === 'manager'}::boolean and c.part <> 'personal_information')`

const ofPractice = (user: PracticeUser) =>
  user.tx
    .selectFrom('account_changes as c')
    .innerJoin('users as u', join => join.onRef('u.brand_id', '=', 'c.brand_id').onRef('u.id', '=', 'c.requested_by'))
    .leftJoin('users as w', join =>
      join
        .onRef('w.brand_id', '=', 'c.brand_id')
        .onRef('w.id', '=', 'c.decided_by')
        .on('c.state', '=', 'withdrawn')
        .onRef('w.id', '<>', 'c.requested_by'),
    )
    .select([
      'c.id',
      'c.part',
      'c.state',
      'c.requested_at as requestedAt',
      fullNameOf('u').as('requestedBy'),
      sql<boolean>`c.requested_by = ${user.userId}`.as('isOwn'),
      sql<boolean>`c.state = 'pending' and ${mayWithdraw(user)}`.as('mayWithdraw'),
      sql<string | null>`case when w.id is not null then ${fullNameOf('w')} end`.as('withdrawnBy'),
      fieldsOf('c').as('fields'),
      'c.decided_at as decidedAt',
      'c.reason',
    ])
    .where('c.brand_id', '=', user.brandId)
    .where('c.practice_id', '=', user.practiceId)
    // Colleagues must not see requests about another person's own data.
    .where(eb => eb.or([eb('c.part', '<>', 'personal_information'), eb('c.requested_by', '=', user.userId)]))

export const listChanges = (user: PracticeUser) =>
  ofPractice(user)
    .where(eb =>
      eb.or([
        eb('c.state', '=', 'pending'),
        eb.and([
          eb('c.state', 'in', ['applied', 'refused']),
          eb('c.decided_at', '>', sql<string>`now() - make_interval(days => ${outcomeDays})`),
        ]),
        // The requester sees that a manager has withdrawn it.
        eb.and([
          eb('c.requested_by', '=', user.userId),
          eb('w.id', 'is not', null),
          eb('c.decided_at', '>', sql<string>`now() - make_interval(days => ${outcomeDays})`),
        ]),
      ]),
    )
    .orderBy('c.requested_at', 'desc')
    .orderBy('c.id')
    .limit(mostShown)
    .execute()

export const findChange = (user: PracticeUser, id: string) =>
  ofPractice(user).where('c.id', '=', id).executeTakeFirstOrThrow()

/** This user's undecided request in this part. */
export async function lockOwnPending(user: PracticeUser, part: AccountPart) {
  const own = await user.tx
    .selectFrom('account_changes')
    .select('id')
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .where('requested_by', '=', user.userId)
    .where('part', '=', part)
    .where('state', '=', 'pending')
    .forUpdate()
    .executeTakeFirst()
  return own && { id: own.id, fields: (await findChange(user, own.id)).fields }
}

/** Those of these fields that an undecided request of a colleague covers. */
export const listTaken = (user: PracticeUser, part: AccountPart, fields: readonly Difference[]) =>
  user.tx
    .selectFrom('account_change_fields as f')
    .innerJoin('account_changes as c', join =>
      join.onRef('c.brand_id', '=', 'f.brand_id').onRef('c.id', '=', 'f.change_id'),
    )
    .select('f.field')
    .where('f.brand_id', '=', user.brandId)
    .where('f.practice_id', '=', user.practiceId)
    .where('f.state', '=', 'pending')
    .where('c.part', '=', part)
    .where('c.part', '<>', 'personal_information')
    .where('c.requested_by', '<>', user.userId)
    .where(
      'f.field',
      'in',
      fields.map(({ field }) => field),
    )
    .execute()

export const insertChange = (user: PracticeUser, part: AccountPart) =>
  user.tx
    .insertInto('account_changes')
    .values({ brand_id: user.brandId, practice_id: user.practiceId, part, requested_by: user.userId })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Replaces the request's fields. */
export async function setFields(
  user: PracticeUser,
  { id, part }: { id: string; part: AccountPart },
  fields: readonly Difference[],
): Promise<void> {
  const { tx, brandId, practiceId, userId } = user
  await tx
    .deleteFrom('account_change_fields')
    .where('brand_id', '=', brandId)
    .where('practice_id', '=', practiceId)
    .where('change_id', '=', id)
    .execute()
  const subject_id = part === 'personal_information' ? userId : practiceId
  const json = (value: Difference['after']) => (value === null ? null : JSON.stringify(value))
  const ofChange = { brand_id: brandId, practice_id: practiceId, change_id: id, subject_id }
  await tx
    .insertInto('account_change_fields')
    .values(
      fields.map(({ field, before, after }) => ({ ...ofChange, field, before: json(before), after: json(after) })),
    )
    .execute()
  await tx
    .updateTable('account_changes')
    .set({ requested_at: sql<string>`now()` })
    .where('brand_id', '=', brandId)
    .where('practice_id', '=', practiceId)
    .where('requested_by', '=', userId)
    .where('id', '=', id)
    .execute()
}

/** A request that this user may withdraw, decided or not; undefined if there is none. */
export const lockWithdrawable = (user: PracticeUser, id: string) =>
  user.tx
    .selectFrom('account_changes as c')
    .select('c.state')
    .where('c.brand_id', '=', user.brandId)
    .where('c.practice_id', '=', user.practiceId)
    .where(mayWithdraw(user))
    .where('c.id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const setWithdrawn = (user: PracticeUser, id: string) =>
  user.tx
    .updateTable('account_changes')
    .set({ state: 'withdrawn', decided_by: user.userId, decided_at: sql<string>`now()` })
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .where('id', '=', id)
    .execute()

const waiting = ({ tx, brandId }: Staff) =>
  tx
    .selectFrom('account_changes as c')
    .innerJoin('users as u', join => join.onRef('u.brand_id', '=', 'c.brand_id').onRef('u.id', '=', 'c.requested_by'))
    .innerJoin('practices as p', join =>
      join.onRef('p.brand_id', '=', 'c.brand_id').onRef('p.id', '=', 'c.practice_id'),
    )
    .select([
      ...shownOfAccount,
      'c.id',
      'c.part',
      'c.requested_at',
      'c.requested_by',
      'c.practice_id',
      'u.language',
      fullNameOf('u').as('requester'),
      'u.first_name as requesterFirstName',
      'u.last_name as requesterLastName',
      fieldsOf('c').as('fields'),
    ])
    .where('c.brand_id', '=', brandId)
    .where('c.state', '=', 'pending')

export type WaitingRow = Awaited<ReturnType<typeof listWaiting>>[number]

export const listWaiting = (staff: Staff) =>
  waiting(staff).orderBy('c.requested_at').orderBy('c.id').limit(mostWaiting).execute()

export const findWaiting = (staff: Staff, id: string) => waiting(staff).where('c.id', '=', id).executeTakeFirstOrThrow()

/** Two of the staff may decide at once: the second sees the first's decision. */
export const lockChange = ({ tx, brandId }: Staff, id: string) =>
  tx
    .selectFrom('account_changes')
    .select(['state', 'part', 'practice_id as practiceId', 'requested_by as userId'])
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const setDecided = (
  staff: Staff,
  id: string,
  { state, reason }: { state: Extract<AccountChangeState, 'applied' | 'refused'>; reason: string | null },
) =>
  staff.tx
    .updateTable('account_changes')
    .set({ state, reason, decided_by: staff.userId, decided_at: sql<string>`now()` })
    .where('brand_id', '=', staff.brandId)
    .where('id', '=', id)
    .execute()
