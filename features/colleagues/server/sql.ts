import { sql } from 'kysely'
import type { Language } from '#kit/language.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import type { Colleague } from '../contract.ts'
import type { ColleaguePatch, NewColleague } from '../input.ts'

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

export const listColleagues = (user: PracticeUser) =>
  shown(user).orderBy('u.last_name').orderBy('u.first_name').orderBy('u.id').execute()

export const findColleague = (user: PracticeUser, id: string) =>
  shown(user).where('u.id', '=', id).executeTakeFirstOrThrow()

/** Two managers may change the same colleague: the second sees what the first has done. */
export const lockColleague = (user: PracticeUser, id: string) =>
  user.tx
    .selectFrom('users')
    .select([
      'id',
      'login',
      'email',
      'first_name as firstName',
      'last_name as lastName',
      sql<Language>`language`.as('language'),
      'account_type as accountType',
      'is_practice_doctor as isPracticeDoctor',
      sql<boolean>`disabled_at is not null`.as('isDisabled'),
      sql<boolean>`password_hash is not null`.as('hasPassword'),
    ])
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Whoever asks was a manager when the request began: in the meantime another one may have ended that. */
const asManager = (error: unknown): never => {
  throw violates(error, 'users__managed') ? problem('forbidden') : error
}

export const insertColleague = (user: PracticeUser, colleague: NewColleague) =>
  user.tx
    .insertInto('users')
    .values({
      brand_id: user.brandId,
      kind: 'practice',
      practice_id: user.practiceId,
      login: colleague.email.toLowerCase(),
      email: colleague.email,
      title: colleague.title ?? '',
      first_name: colleague.firstName,
      last_name: colleague.lastName,
      country_code: ({ selectFrom }) =>
        selectFrom('practices')
          .select('country_code')
          .where('brand_id', '=', user.brandId)
          .where('id', '=', user.practiceId),
      language: user.language,
      account_type: colleague.accountType,
      is_practice_doctor: colleague.isPracticeDoctor,
    })
    .returning(['id', 'login'])
    .executeTakeFirstOrThrow()
    .catch(asManager)

/** Whoever is disabled loses their sessions and links with it. */
export const setColleague = (
  user: PracticeUser,
  id: string,
  { accountType, isPracticeDoctor, isDisabled }: ColleaguePatch,
) =>
  user.tx
    .updateTable('users')
    .set({
      ...(accountType !== undefined && { account_type: accountType }),
      ...(isPracticeDoctor !== undefined && { is_practice_doctor: isPracticeDoctor }),
      ...(isDisabled !== undefined && { disabled_at: isDisabled ? sql<string>`now()` : null }),
    })
    .where('brand_id', '=', user.brandId)
    .where('practice_id', '=', user.practiceId)
    .where('id', '=', id)
    .execute()
    .catch(asManager)
