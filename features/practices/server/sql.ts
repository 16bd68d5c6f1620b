import { sql } from 'kysely'
import { invitedUntil } from '#features/account/server/people-sql.ts'
import { fullNameOf } from '#features/account/server/sql.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import type { Practice } from '../contract.ts'

const mostListed = 200

/** Each with all of its people; where words are given, those in whose name, place or people all of them stand. */
export async function listPractices({ tx, brandId }: Staff, search = ''): Promise<Practice[]> {
  const { rows } = await sql<Practice>`
    select p.id, p.name, concat_ws(' ', nullif(p.postal_code, ''), nullif(p.city, '')) as place,
      p.created_at as "createdAt", coalesce(people.listed, '[]'::jsonb) as people
    from practices p left join lateral (
      select jsonb_agg(jsonb_build_object(
          'id', u.id, 'name', ${fullNameOf('u')}, 'email', u.email, 'accountType', u.account_type,
          'state', case when u.disabled_at is not null then 'disabled' when u.password_hash is null then 'invited'
            else 'active' end, 'invitedUntil', ${invitedUntil('u')})
          order by u.account_type, u.last_name, u.first_name, u.id) as listed,
        string_agg(concat_ws(' ', ${fullNameOf('u')}, u.email), ' ') as words
      from users u where u.brand_id = p.brand_id and u.practice_id = p.id and u.erased_at is null) as people on true
    where p.brand_id = ${brandId}
      and searchable(concat_ws(' ', p.name, p.postal_code, p.city, people.words)) like all (search_patterns(${search}))
    order by p.name, p.id limit ${mostListed}`.execute(tx)
  return rows
}
