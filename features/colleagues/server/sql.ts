import { sql } from 'kysely'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import type { Colleague } from '../contract.ts'

const shown = (user: PracticeUser) =>
  user.tx
    .selectFrom('users as u')
    .select(eb => [
      'u.id',
      'u.title',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.email',
      sql<Colleague['accountType']>`u.account_type`.as('accountType'),
      'u.is_practice_doctor as isPracticeDoctor',
      'u.is_dlcpm as isDLCPM',
      sql<Colleague['state']>`case
        when u.disabled_at is not null then 'disabled' when u.password_hash is null then 'invited' else 'active'
      end`.as('state'),
      eb
        .selectFrom('password_links as l')
        .select('l.expires_at')
        .where('l.brand_id', '=', user.brandId)
        .whereRef('l.user_id', '=', 'u.id')
        .where('l.purpose', '=', 'invitation')
        .where('l.expires_at', '>', sql<string>`now()`)
        .orderBy('l.expires_at', 'desc')
        .limit(1)
        .as('invitedUntil'),
      sql<boolean>`u.id = ${user.userId}`.as('isOwn'),
    ])
    .where('u.brand_id', '=', user.brandId)
    .where('u.practice_id', '=', user.practiceId)
    .where('u.erased_at', 'is', null)

export const listColleagues = (user: PracticeUser) =>
  shown(user).orderBy('u.last_name').orderBy('u.first_name').orderBy('u.id').execute()

export const findColleague = (user: PracticeUser, id: string) =>
  shown(user).where('u.id', '=', id).executeTakeFirstOrThrow()

/** Two managers may change the same colleague: the lock makes the second see the first's change. */
export const lockColleague = (user: PracticeUser, id: string) =>
  user.tx
    .selectFrom('users')
    .select([
      'id',
      'login',
      'email',
      'first_name as firstName',
      'last_name as lastName',
      'language',
      sql<Colleague['accountType']>`account_type`.as('accountType'),
      'is_practice_doctor as isPracticeDoctor',
      sql<boolean>`disabled_at is not null`.as('isDisabled'),
      sql<boolean>`disabled_at is not null and disabled_by is distinct from 'practice'`.as('isKeptOutByLaboratory'),
      sql<boolean>`password_hash is not null`.as('hasPassword'),
    ])
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .where('erased_at', 'is', null)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
