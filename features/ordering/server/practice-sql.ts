import { problem } from '#kit/problem.ts'
import type { Staff } from '#tenancy/server/actor.ts'

/** The practice the laboratory enters an order for; `not_found` where it has no such practice, or no longer. */
export async function practiceOf(
  { tx, brandId }: Staff,
  id: string,
): Promise<{ id: string; name: string; isDisabled: boolean }> {
  const found = await tx
    .selectFrom('practices')
    .select(eb => ['id', 'name', eb('disabled_at', 'is not', null).as('isDisabled')])
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw problem('not_found')
  return { ...found, isDisabled: Boolean(found.isDisabled) }
}
