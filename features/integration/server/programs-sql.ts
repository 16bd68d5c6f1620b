import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { AuditKind } from '#db/schema.ts'
import type { Laboratory, Staff } from '#tenancy/server/actor.ts'
import { instant } from '#tenancy/server/instant-sql.ts'
import type { Program as ListedProgram } from '../staff-contract.ts'

/** By name; programs no longer let in come last. */
export const listPrograms = ({ tx, brandId }: Staff): Promise<ListedProgram[]> =>
  tx
    .selectFrom('users')
    .select(eb => [
      'users.id',
      'users.last_name as name',
      instant('users.created_at').as('addedAt'),
      instant('users.disabled_at').as('removedAt'),
      jsonArrayFrom(
        eb
          .selectFrom('program_keys as k')
          .select([
            'k.id',
            'k.hint',
            instant('k.created_at').as('createdAt'),
            sql<string | null>`nullif(${instant('k.ends_at')}, 'infinity')`.as('endsAt'),
            instant('k.seen_at').as('seenAt'),
          ])
          .whereRef('k.brand_id', '=', 'users.brand_id')
          .whereRef('k.program_id', '=', 'users.id')
          .where('k.ends_at', '>', sql<string>`now()`)
          .orderBy('k.created_at', 'desc'),
      ).as('keys'),
      jsonObjectFrom(
        eb
          .selectFrom('program_addresses as a')
          .select([
            'a.url',
            instant('a.answered_at').as('answeredAt'),
            instant('a.failing_since').as('failingSince'),
            'a.failure',
          ])
          .whereRef('a.brand_id', '=', 'users.brand_id')
          .whereRef('a.program_id', '=', 'users.id'),
      ).as('toldAt'),
    ])
    .where('users.brand_id', '=', brandId)
    .where('users.kind', '=', 'program')
    .orderBy(sql`users.disabled_at is not null`)
    .orderBy('users.last_name')
    .orderBy('users.id')
    .execute() as Promise<ListedProgram[]>

/** Earlier keys stay valid for a day, so that a second press or a lost answer stops nothing. */
export async function insertKey(
  { tx, brandId, userId }: Staff,
  programId: string,
  { secretHash, hint }: { secretHash: Buffer; hint: string },
): Promise<void> {
  await tx
    .updateTable('program_keys')
    .set({ ends_at: sql<string>`now() + interval '1 day'` })
    .where('brand_id', '=', brandId)
    .where('program_id', '=', programId)
    .where('ends_at', '>', sql<string>`now() + interval '1 day'`)
    .execute()
  await tx
    .insertInto('program_keys')
    .values({ brand_id: brandId, program_id: programId, secret_hash: secretHash, hint, created_by: userId })
    .execute()
}

/** Takes effect at once. The notification address stays, in case the program is let in again. */
export async function endKeys({ tx, brandId }: Staff, id: string): Promise<void> {
  await tx
    .updateTable('program_keys')
    .set({ ends_at: sql<string>`now()` })
    .where('brand_id', '=', brandId)
    .where('program_id', '=', id)
    .where('ends_at', '>', sql<string>`now()`)
    .execute()
}

/** Resets the position, so that the program is notified within a minute and everybody sees whether the address is right. */
export const setToldAt = (
  { tx, brandId }: Staff,
  programId: string,
  { url, secret }: { url: string; secret: Buffer },
) =>
  tx
    .insertInto('program_addresses')
    .values({ brand_id: brandId, program_id: programId, url, secret })
    .onConflict(conflict =>
      conflict.columns(['brand_id', 'program_id']).doUpdateSet({
        url,
        secret,
        told_until: 0,
        telling_since: null,
        answered_at: null,
        failing_since: null,
        failure: null,
      }),
    )
    .execute()

export const deleteToldAt = ({ tx, brandId }: Pick<Staff, 'tx' | 'brandId'>, programId: string) =>
  tx
    .deleteFrom('program_addresses')
    .where('brand_id', '=', brandId)
    .where('program_id', '=', programId)
    .executeTakeFirst()

export async function listProgramsToTell({ tx }: Laboratory, kinds: readonly AuditKind[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from tenant.programs_to_tell(${kinds}::audit_kind[]) as id`.execute(tx)
  return rows.map(({ id }) => id)
}

export const findToldAt = ({ tx, brandId }: Laboratory, programId: string) =>
  tx
    .selectFrom('program_addresses as a')
    .innerJoin('users as u', join => join.onRef('u.brand_id', '=', 'a.brand_id').onRef('u.id', '=', 'a.program_id'))
    .select(['a.url', 'a.secret'])
    .where('a.brand_id', '=', brandId)
    .where('a.program_id', '=', programId)
    // Programs no longer let in are not notified.
    .where('u.disabled_at', 'is', null)
    .executeTakeFirst()

/** Records the result for this address, if it is still current. A null `failure` means that it answered. */
export const setAnswer = ({ tx, brandId }: Laboratory, programId: string, url: string, failure: string | null) =>
  tx
    .updateTable('program_addresses')
    .set(
      failure === null
        ? { answered_at: sql<string>`now()`, failing_since: null, failure: null, telling_since: null }
        : { failing_since: sql<string>`coalesce(failing_since, now())`, failure },
    )
    .where('brand_id', '=', brandId)
    .where('program_id', '=', programId)
    .where('url', '=', url)
    .execute()

/** The next event notifies it again. */
export const setTold = ({ tx, brandId }: Laboratory, programId: string) =>
  tx
    .updateTable('program_addresses')
    .set({ telling_since: null })
    .where('brand_id', '=', brandId)
    .where('program_id', '=', programId)
    .execute()
