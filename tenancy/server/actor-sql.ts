import { type SqlBool, sql } from 'kysely'
import type { DB } from '#db/schema.ts'
import type { SignedIn } from './actor.ts'
import type { Slots } from './statement.ts'

type OfPractices = {
  [Table in keyof DB & string]: DB[Table] extends { brand_id: unknown; practice_id: unknown } ? Table : never
}[keyof DB & string]
type Known = 'kind' | 'brandId' | 'practiceId'

/** Limits rows to those that the actor may see: a practice sees its own, the laboratory's people those of all their practices. */
export const ofActor = (
  { kind, brandId, practiceId }: Pick<SignedIn, Known> | Pick<Slots<SignedIn>, Known>,
  table: OfPractices,
) => sql<SqlBool>`(${sql.ref(`${table}.brand_id`)} = ${brandId}
  and (${kind} = 'staff' or ${sql.ref(`${table}.practice_id`)} = ${practiceId}))`
