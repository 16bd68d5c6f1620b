import type pg from 'pg'

/** Every opening of a transaction reads it before anything else, see tenant.refuse_unless_signed. */
const door = 'tenant.signing_key'

/**
 * At the head of a migration: the tables there are that it is going to alter. Those who read take theirs in whatever
 * order, and one that had two before us and one after would wait for us as we wait for it. So who alters more than one
 * shuts the door first: whoever has passed it ends, nobody else comes in, and the order within a file is all the same.
 */
export async function lockTables(client: pg.Client, sql: string): Promise<void> {
  const { altered, referenced } = tablesIn(sql)
  const { rows } = await client.query<{ name: string; is_altered: boolean; door: string | null }>(
    `select c.oid::regclass::text as name, bool_or(is_altered) as is_altered, to_regclass($3)::text as door
     from (
       select coalesce(i.indrelid, named.oid), is_altered
       from (
         select to_regclass(name)::oid, true from unnest($1::text[]) name
         union all select to_regclass(name)::oid, false from unnest($2::text[]) name
       ) named (oid, is_altered) left join pg_index i on i.indexrelid = named.oid
     ) wanted (oid, is_altered) join pg_class c on c.oid = wanted.oid and c.relkind in ('r', 'p')
     group by c.oid order by name`,
    [altered, referenced, door],
  )
  const isDoorShut = rows.length > 1 && rows.some(row => row.is_altered)
  const first = isDoorShut && rows[0]?.door ? [{ name: rows[0].door, is_altered: true }] : []
  for (const { name, is_altered } of [...first, ...rows]) {
    await client.query(`lock table ${name} in ${is_altered ? 'access exclusive' : 'share row exclusive'} mode`)
  }
}

/** That nobody may read meanwhile (an index stands for its table), and that nobody may write. */
function tablesIn(text: string) {
  const sql = text.replace(/--.*$/gm, '').replace(/\s+/g, ' ')
  const named = (expression: RegExp) =>
    [...sql.matchAll(expression)].flatMap(([, name = '']) => (isWholeName(name) ? [name] : []))
  const [, ...triggers] = sql.split(/\bcreate (?:or replace )?(?:constraint )?trigger /i)
  return {
    altered: [
      // What validates a constraint keeps nobody waiting.
      ...named(/\balter table (?:if exists )?(?:only )?([\w.]+)(?= )(?! validate constraint \w+ ?(?:;|$))/gi),
      ...named(/\b(?:(?:create|alter|drop) policy|(?:alter|drop) trigger) (?:if exists )?\w+ on ([\w.]+)/gi),
      ...named(/\bdrop (?:table|index) (?:if exists )?([\w.]+)/gi),
    ],
    referenced: [
      ...triggers.flatMap(definition => / on ([\w.]+)/i.exec(definition)?.[1] ?? []),
      ...named(/\breferences ([\w.]+)/gi),
    ],
  }
}

/** What a function puts together while it runs (`alter table pgboss.%I`) names nothing; before PostgreSQL 16 looking it up is an error. */
const isWholeName = (name: string) => /^\w+(\.\w+)?$/.test(name)
