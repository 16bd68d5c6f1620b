import type { makeWith } from './make.ts'

/** What a laboratory holds, a sum for each table: it says whether anything there was changed. What was tried there may be noted. */
export const heldBy = ({ within }: ReturnType<typeof makeWith>, { id }: { id: string }) =>
  within(id, async client => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'brand_id' and table_name not in ('audit_events', 'audit_heads') order by 1`,
    )
    const held: Record<string, unknown> = {}
    for (const { name } of tables) {
      const { rows } = await client.query(
        `select md5(string_agg(t::text, '' order by t::text)) as sum from ${name} t where brand_id = $1`,
        [id],
      )
      held[name] = rows[0].sum
    }
    return held
  })
