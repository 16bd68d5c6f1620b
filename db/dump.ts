import type pg from 'pg'

type Part = { heading: string; sql: string }

/**
 * The schema as PostgreSQL itself understands it, in a fixed order: what a reviewer reads and what `npm test` compares
 * with the migrated database. pg_dump is not among the packaged programs, so the catalogue's own functions print it.
 */
export async function dumpSchema(client: pg.Client): Promise<string> {
  const sections: string[] = []
  for (const { heading, sql } of parts) {
    const { rows } = await client.query<{ line: string }>(sql)
    if (rows.length > 0) sections.push(`-- ${heading}\n\n${rows.map(({ line }) => line).join('\n')}`)
  }
  return `-- Written by "npm run schema" from the migrated database. Change migrations, not this file.\n\n${sections.join('\n\n')}\n`
}

const ours = `n.nspname in ('public', 'tenant')`
/** The job queue is pg-boss' own; what is open of it is our doing. */
const workedWith = `n.nspname in ('public', 'tenant', 'pgboss')`

const rightsOf = (role: string, where: string) => `
      with rights as (
        select format('table %s.%s', n.nspname, c.relname) as object, lower(acl.privilege_type) as privilege
        from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) as acl
        where ${where} and acl.grantee = '${role}'::regrole
        union all
        select format('table %s.%s', n.nspname, c.relname),
          format('%s (%s)', lower(acl.privilege_type), string_agg(a.attname, ', ' order by a.attnum))
        from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace,
          aclexplode(a.attacl) as acl
        where ${where} and acl.grantee = '${role}'::regrole group by n.nspname, c.relname, acl.privilege_type
        union all
        select format('function %s', p.oid::regprocedure), 'execute'
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where ${where} and has_function_privilege('${role}', p.oid, 'execute')
      )
      select format('%s: %s', object, string_agg(privilege, ', ' order by privilege)) as line
      from rights group by object order by object`

const parts: Part[] = [
  {
    heading: 'Types',
    sql: `
      select case t.typtype
        when 'e' then format('enum %s.%s (%s)', n.nspname, t.typname,
          (select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) from pg_enum where enumtypid = t.oid))
        else format('domain %s.%s as %s %s', n.nspname, t.typname, format_type(t.typbasetype, t.typtypmod),
          (select string_agg(pg_get_constraintdef(oid), ' ' order by conname) from pg_constraint where contypid = t.oid))
      end as line
      from pg_type t join pg_namespace n on n.oid = t.typnamespace
      where ${ours} and t.typtype in ('e', 'd') order by n.nspname, t.typname`,
  },
  {
    heading: 'Tables',
    sql: `
      select format(E'table %s.%s (row security %s)\\n%s%s%s\\n', n.nspname, c.relname,
        case when c.relforcerowsecurity then 'forced' when c.relrowsecurity then 'on, not forced' else 'off' end,
        (select string_agg(format('  %s %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
            case when a.attnotnull then ' not null' else '' end,
            case when a.attgenerated <> '' then format(' generated always as (%s)', pg_get_expr(d.adbin, d.adrelid))
                 when a.attidentity <> '' then ' identity'
                 when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end),
            E'\\n' order by a.attnum)
          from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
        (select coalesce(E'\\n' || string_agg(format('  constraint %s %s', conname, pg_get_constraintdef(oid)), E'\\n'
            order by contype, conname), '') from pg_constraint where conrelid = c.oid and contype <> 'n'),
        (select coalesce(E'\\n' || string_agg(format('  policy %s for %s to %s using (%s)', polname,
            case polcmd when '*' then 'all' when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' else 'delete' end,
            (select string_agg(case role when 0 then 'public' else role::regrole::text end, ', ') from unnest(polroles) as role),
            regexp_replace(pg_get_expr(polqual, polrelid), '\\s+', ' ', 'g')), E'\\n' order by polname), '')
          from pg_policy where polrelid = c.oid)) as line
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where ${ours} and c.relkind in ('r', 'p') order by n.nspname, c.relname`,
  },
  {
    heading: 'Indexes',
    sql: `
      select pg_get_indexdef(i.indexrelid) as line
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
      where ${ours} and not exists (select 1 from pg_constraint where conindid = i.indexrelid)
      order by n.nspname, c.relname`,
  },
  {
    heading: 'Functions and procedures',
    sql: `
      select pg_get_functiondef(p.oid) as line from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where ${ours} order by n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)`,
  },
  {
    heading: 'Triggers',
    sql: `
      select pg_get_triggerdef(t.oid) as line from pg_trigger t
        join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
      where ${ours} and not t.tgisinternal order by n.nspname, c.relname, t.tgname`,
  },
  { heading: 'What the runtime role may do', sql: rightsOf('arcade_app', workedWith) },
  { heading: 'What the role of the queue may do', sql: rightsOf('arcade_jobs', `n.nspname = 'pgboss'`) },
  {
    heading: 'What of the queue each of them may see and write',
    sql: `
      select format('%s: %s for %s to %s using (%s) with check (%s)', polrelid::regclass, polname,
        case polcmd when '*' then 'all' when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' else 'delete' end,
        (select string_agg(role::regrole::text, ', ') from unnest(polroles) as role),
        pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) as line
      from pg_policy join pg_class c on c.oid = polrelid
      where c.relnamespace = 'pgboss'::regnamespace order by 1`,
  },
]
