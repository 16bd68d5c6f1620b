import { sql } from 'kysely'
import type { Role } from '#features/colleagues/input.ts'
import { invitationMail, invitedUntil } from '#features/people/server/invitations-sql.ts'
import { fullNameOf } from '#features/people/server/names-sql.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { mostListed, type Practice } from '../contract.ts'

/**
 * All practices with all their people; with a search, those whose name, place or people contain all words, or the name of a
 * practice merged into them.
 */
export const listPractices = (staff: Staff, search = '') => practicesWith(staff, { search })

/** One practice with its people. */
export const findWithPeople = async (staff: Staff, id: string) => (await practicesWith(staff, { id }))[0]

async function practicesWith(
  { tx, brandId }: Staff,
  { search = '', id = null }: { search?: string; id?: string | null },
): Promise<Practice[]> {
  const { rows } = await sql<Practice>`
    with factors as materialized (select user_id from tenant.practice_second_factors())
    select p.id, p.name, concat_ws(' ', nullif(p.postal_code, ''), nullif(p.city, '')) as place,
      p.created_at as "createdAt", p.disabled_at is not null as "isDisabled", coalesce(people.listed, '[]'::jsonb) as people
    from practices p left join lateral (
      select jsonb_agg(jsonb_build_object(
          'id', u.id, 'name', ${fullNameOf('u')}, 'email', u.email, 'accountType', u.account_type,
          'isPracticeDoctor', u.is_practice_doctor, 'isDLCPM', u.is_dlcpm,
          'state', case when u.disabled_at is not null then 'disabled' when u.password_hash is null then 'invited'
            else 'active' end, 'invitedUntil', ${invitedUntil('u')},
          'mail', case when ${id}::uuid is not null and u.password_hash is null then ${invitationMail('u')} end,
          'hasSecondFactor', exists (select from factors where factors.user_id = u.id))
          order by u.account_type, u.last_name, u.first_name, u.id) as listed,
        string_agg(concat_ws(' ', ${fullNameOf('u')}, u.email), ' ') as words
      from users u where u.brand_id = p.brand_id and u.practice_id = p.id and u.erased_at is null) as people on true
    where p.brand_id = ${brandId} and (${id}::uuid is null or p.id = ${id}::uuid)
      and searchable(concat_ws(' ', p.name, p.postal_code, p.city, people.words, (
        select string_agg(m.name, ' ') from merged_practices m where m.brand_id = p.brand_id and m.into_id = p.id))) like all (search_patterns(${search}))
    order by p.name, p.id limit ${mostListed}`.execute(tx)
  return rows
}

type Member = { id: string; practiceId: string; hasPassword: boolean }

/** Locks the role of a practice's user for a change. */
export const lockRole = ({ tx, brandId }: Staff, id: string) =>
  tx
    .selectFrom('users')
    .select([
      'id',
      sql<string>`practice_id`.as('practiceId'),
      sql<Role['accountType']>`account_type`.as('accountType'),
      'is_practice_doctor as isPracticeDoctor',
      'is_dlcpm as isDLCPM',
      sql<boolean>`disabled_at is not null`.as('isDisabled'),
      sql<boolean>`password_hash is not null`.as('hasPassword'),
    ])
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('kind', '=', 'practice')
    .where('erased_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

/**
 * Whether a practice has another manager who may come in: with a password if this one has one, since an invitation may never be
 * accepted. Serialised by the lock that `refuse_unless_managed` takes for managers' own
 * changes: the second transaction sees what the first has done.
 */
export async function lockAndFindAnotherManager(
  { tx, brandId }: Staff,
  { id, practiceId, hasPassword }: Member,
): Promise<boolean> {
  const key = `colleagues/${brandId}/${practiceId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
  const other = await tx
    .selectFrom('users')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('practice_id', '=', practiceId)
    .where('id', '<>', id)
    .where('account_type', '=', 'manager')
    .where('disabled_at', 'is', null)
    .where('erased_at', 'is', null)
    .$if(hasPassword, managers => managers.where('password_hash', 'is not', null))
    .executeTakeFirst()
  return other !== undefined
}
