import pg from 'pg'
import { OperatorError } from '#kit/server/operator-error.ts'

export type Table = {
  name: string
  /** Those that are written; what is generated comes by itself. */
  columns: string[]
  /** Which column says whose a row is; none where rows belong to nobody. */
  ownedBy: 'brand_id' | 'id' | null
}
export type Sequence = { name: string; value: string; isCalled: boolean }

/** All of a database that is worth keeping, each table after those it refers to. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { refersTo: string[] }>(
    `select c.relname::text as name,
       array(select a.attname::text from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
             order by a.attnum) as columns,
       case when c.relname = 'brands' then 'id'
            when exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'brand_id')
            then 'brand_id' end as "ownedBy",
       array(select r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
             where f.contype = 'f' and f.conrelid = c.oid and r.oid <> c.oid) as "refersTo"
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     order by 1`,
  )
  const ordered: Table[] = []
  const waiting = new Map(rows.map(row => [row.name, row]))
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ refersTo }) => refersTo.every(name => !waiting.has(name)))
    if (ready.length === 0)
      throw new OperatorError(`These tables refer to each other in a circle: ${[...waiting.keys()]}.`)
    for (const { name, columns, ownedBy } of ready) {
      ordered.push({ name, columns, ownedBy })
      waiting.delete(name)
    }
  }
  return ordered
}

export async function listLaboratories(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>('select id from brands order by id')
  return rows.map(({ id }) => id)
}

export async function readSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1`,
  )
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const read = `select last_value::text as value, is_called as "isCalled" from ${quoted(name)}`
    const [at] = (await client.query<Omit<Sequence, 'name'>>(read)).rows
    if (at) sequences.push({ name, ...at })
  }
  return sequences
}

export async function setSequences(client: pg.Client, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, value, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted(name), value, isCalled])
}

export const enterLaboratory = (client: pg.Client, id: string) =>
  client.query('select tenant.set_context($1, null, null)', [id])

/** The rows of one laboratory, or those of nobody. By name as well as by context: some tables the owner may list whole. */
export function copyOut({ name, columns, ownedBy }: Table, laboratory: string | undefined): string {
  const condition = ownedBy && laboratory ? ` where ${ownedBy} = ${pg.escapeLiteral(laboratory)}` : ''
  return `copy (select ${columns.map(quoted)} from ${quoted(name)}${condition}) to stdout`
}

export const copyIn = ({ name, columns }: Table) => `copy ${quoted(name)} (${columns.map(quoted)}) from stdin`

/**
 * Rows come as they were: what a trigger made of one is in it already, and nobody is to be told once more. COPY does not
 * go with row-level security, which until the end of the transaction does not hold for the owner, and for nobody else less.
 */
export async function whileLoading(
  client: pg.Client,
  tables: readonly Pick<Table, 'name'>[],
  work: () => Promise<void>,
) {
  const { rows: forced } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relforcerowsecurity order by 1`,
  )
  const alter = async (those: readonly Pick<Table, 'name'>[], how: string) => {
    for (const { name } of those) await client.query(`alter table ${quoted(name)} ${how}`)
  }
  await alter(tables, 'disable trigger user')
  await alter(forced, 'no force row level security')
  await work()
  await alter(forced, 'force row level security')
  await alter(tables, 'enable trigger user')
}

const quoted = (name: string) => pg.escapeIdentifier(name)
