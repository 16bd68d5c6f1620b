import { OperatorError } from '#kit/server/operator-error.ts'
import { newClient } from '#kit/server/postgres-client.ts'

/** What stands against a database, in the order in which it is said; `what` is where the query below found it. */
const faults = {
  superuser: role => `The role ${role} is a superuser, whom no policy holds: ALTER ROLE ${role} NOSUPERUSER.`,
  bypass: role => `The role ${role} goes round every policy: ALTER ROLE ${role} NOBYPASSRLS.`,
  createrole: role => `The role ${role} may make roles: ALTER ROLE ${role} NOCREATEROLE.`,
  memberships: (role, what) => `The role ${role} may act as ${what}: REVOKE ${what} FROM ${role}.`,
  owned: (role, what) => `The role ${role} owns ${what}: expected a role that owns nothing.`,
  temporary: (role, what) =>
    `The role ${role} may make temporary tables: REVOKE TEMPORARY ON DATABASE ${what} FROM PUBLIC, ${role}.`,
  create: (role, what) =>
    `The role ${role} may create things in the database: REVOKE CREATE ON ${what} FROM PUBLIC, ${role}.`,
  settings: (role, what) =>
    `The role ${role} brings a setting of its own into every session, as it may by itself: ALTER ROLE ${role} ${what}.`,
  durability: (_, what) => `PostgreSQL runs with ${what} off and would lose what it has acknowledged: switch it on.`,
} satisfies Record<string, (role: string, what: string) => string>

type Facts = { role: string; logs_values: boolean } & Record<keyof typeof faults, string | null>

/**
 * Asked at each start, as the role that the application runs as: would the database hold it to one laboratory, and keep
 * what it has acknowledged? Throws an OperatorError for the first thing that stands against it.
 */
export async function checkDatabase(appUrl: string): Promise<{ logsValues: boolean }> {
  const client = newClient(appUrl)
  await client.connect()
  const { rows } = await client.query<Facts>(query).finally(() => client.end())
  const facts = rows[0]
  if (!facts) throw new Error('PostgreSQL does not say whom it has let in.')
  for (const [name, say] of Object.entries(faults)) {
    const what = facts[name as keyof typeof faults]
    if (what !== null) throw new OperatorError(say(facts.role, what))
  }
  return { logsValues: facts.logs_values }
}

const query = `
  select quote_ident(r.rolname) as role,
    case when r.rolsuper then 'superuser' end as superuser,
    case when r.rolbypassrls then 'bypass' end as bypass,
    -- Before PostgreSQL 16 whoever makes roles may make itself a member of any.
    case when r.rolcreaterole then 'createrole' end as createrole,
    (select string_agg(roleid::regrole::text, ', ' order by roleid) from pg_auth_members where member = r.oid) as memberships,
    (select min(pg_describe_object(classid, objid, objsubid)) from pg_shdepend
     where refclassid = 'pg_authid'::regclass and refobjid = r.oid and deptype = 'o'
       and dbid in (0, (select oid from pg_database where datname = current_database()))) as owned,
    case when has_database_privilege(current_database(), 'temporary') then quote_ident(current_database()) end as temporary,
    (select min(place) from (
       select 'SCHEMA ' || quote_ident(nspname) as place from pg_namespace
         where has_schema_privilege(oid, 'create') and nspname !~ '^pg_(temp|toast)'
       union all
       select 'DATABASE ' || quote_ident(current_database())
         where has_database_privilege(current_database(), 'create')
     ) creatable) as "create",
    -- Only what keeps values out of PostgreSQL's log, which a role cannot set for itself.
    (select min(case setdatabase when 0 then '' else 'IN DATABASE ' || quote_ident(current_database()) || ' ' end
         || 'RESET ' || split_part(setting, '=', 1))
     from pg_db_role_setting, unnest(setconfig) as setting
     where setrole = r.oid and setdatabase in (0, (select oid from pg_database where datname = current_database()))
       and split_part(setting, '=', 1) not in ('log_min_messages', 'log_error_verbosity')) as settings,
    (select string_agg(name, ', ' order by name) from pg_settings
     where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off') as durability,
    -- Messages of errors quote the values they choke on, and so do their details.
    current_setting('log_min_messages') not in ('log', 'fatal', 'panic')
      or current_setting('log_error_verbosity') <> 'terse' as logs_values
  from pg_roles r where r.rolname = current_user`
