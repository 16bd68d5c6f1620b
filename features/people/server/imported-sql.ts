import { sql } from 'kysely'
import type { Staff } from '#tenancy/server/actor.ts'
import { fullNameOf } from './names-sql.ts'

/** Serialises imports of practices: the second sees what the first has made. */
export const lockPractices = ({ tx, brandId }: Staff) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`practices/${brandId}`}, 0))`.execute(tx)

/** Imported entries that cannot be removed, people under their practices: people who have signed in, and rows in use. */
export async function listStayingPeople({ tx, brandId }: Staff, importId: string, most: number) {
  const { rows } = await sql<{ what: string; because: 'joined' | 'in_use' }>`
    select * from (
      select p.name as what, 'in_use' as because, p.name as practice, 0 as place from practices p
        where p.brand_id = ${brandId} and p.import_id = ${importId}
      union all
      select concat_ws(' · ', ${fullNameOf('u')}, p.name), case when u.password_hash is null then 'in_use' else 'joined' end,
          p.name, 1
        from users u join practices p on p.brand_id = u.brand_id and p.id = u.practice_id
        where u.brand_id = ${brandId} and u.import_id = ${importId}) as staying
    order by practice, place, what limit ${most}`.execute(tx)
  return rows.map(({ what, because }) => ({ what, because }))
}

/** Deletes imported people who have never signed in, and practices left without people; the others stay. */
export async function deleteImportedPractices({ tx, brandId }: Staff, importId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select practice_id as id from users where brand_id = ${brandId} and import_id = ${importId}
    union select id from practices where brand_id = ${brandId} and import_id = ${importId} order by id`.execute(tx)
  // One at a time: a single statement for all could exceed the time-out.
  for (const { id } of rows) await sql`select tenant.take_back_practice(${importId}, ${id})`.execute(tx)
}
