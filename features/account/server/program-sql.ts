import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Staff } from '#tenancy/server/actor.ts'

/** It has no password and no address to write to: its key is the only way in. */
export const insertProgram = async ({ tx, brandId, language }: Staff, name: string): Promise<string> =>
  (
    await tx
      .insertInto('users')
      .values({
        brand_id: brandId,
        kind: 'program',
        login: `program/${randomUUID()}`,
        email: '',
        first_name: '',
        last_name: name,
        language,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** Of two who change one at the same moment the second sees what the first has done. */
export const lockProgram = ({ tx, brandId }: Staff, id: string) =>
  tx
    .selectFrom('users')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('kind', '=', 'program')
    .where('disabled_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** It comes in no more; what it has done stays under its name. */
export const setProgramDisabled = ({ tx, brandId }: Staff, id: string) =>
  tx
    .updateTable('users')
    .set({ disabled_at: sql<string>`now()` })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('kind', '=', 'program')
    .execute()
