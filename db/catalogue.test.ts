import pg from 'pg'
import { afterAll, expect, inject, it } from 'vitest'
import { tablesWithoutLaboratory } from './tables-without-laboratory.ts'

const { adminUrl, ownerUrl } = inject('database')
const admin = new pg.Pool({ connectionString: adminUrl.replace(/\/postgres(\?|$)/, '/arcade$1'), max: 1 })
const owner = new pg.Pool({ connectionString: ownerUrl, max: 1 })
afterAll(async () => {
  await admin.end()
  await owner.end()
})

const names = async (sql: string, values: unknown[] = []) =>
  (await admin.query<{ name: string }>(sql, values)).rows.map(row => row.name)

const exempt = Object.keys(tablesWithoutLaboratory)

it('every table belongs to a laboratory or says why not', async () => {
  const without = await names(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not exists (
       select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'brand_id' and a.attnotnull)
     order by 1`,
  )
  expect(without).toEqual(exempt.toSorted())
})

it('every table of a laboratory has row-level security, forced, with a policy', async () => {
  const unprotected = await names(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p')
       and not (c.relrowsecurity and c.relforcerowsecurity
                and exists (select 1 from pg_policy p where p.polrelid = c.oid))`,
  )
  expect(unprotected).toEqual([])
})

const claims = 'FROM ( SELECT tenant.claims() AS claims OFFSET 0) opened(claims)'
/** Laboratory and practice (or user) with both at once; the laboratory alone with a context of one that acts for all. */
const comparedWith = (claim: string, forAll: string, column = claim) =>
  `CASE WHEN ((brand_id, ${column}) = ( SELECT (opened.claims).brand_id AS brand_id, (opened.claims).${claim} AS ${claim} ${claims})) THEN true ` +
  `ELSE (brand_id = ( SELECT (opened.claims).brand_id AS brand_id ${claims} WHERE ((opened.claims).audience = ANY ('{${forAll}}'::text[])))) END`
const comparisons = [
  '(brand_id = ( SELECT tenant.brand_id() AS brand_id))',
  '(id = ( SELECT tenant.brand_id() AS brand_id))',
  // What a practice writes and does not read.
  "((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND (( SELECT tenant.audience() AS audience) = ANY (ARRAY['staff'::text, 'laboratory'::text])))",
  comparedWith('practice_id', 'staff,laboratory'),
  comparedWith('practice_id', 'staff,laboratory', 'id'),
  comparedWith('user_id', 'laboratory'),
  // Of users whom this context may see.
  '((brand_id = ( SELECT tenant.brand_id() AS brand_id)) AND (EXISTS ( SELECT FROM users WHERE ((users.brand_id = password_links.brand_id) AND (users.id = password_links.user_id)))))',
]
/** What is read and what is written, each on a line; what only narrows it (restrictive) opens nothing; those of the queue stand in schema.sql, and are tried with it. */
const otherPolicies = `
  from pg_policy join pg_class c on c.oid = polrelid and c.relnamespace <> 'pgboss'::regnamespace, unnest(array[pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)]) as rule
  where polpermissive and btrim(regexp_replace(rule, '\\s+', ' ', 'g')) <> all($1)`

it('every policy compares with the signed context, save those through which the owner finds laboratories', async () => {
  const others = await names(`select polrelid::regclass || '.' || polname as name ${otherPolicies}`, [comparisons])
  // Which laboratory a host is; which laboratories have files to clear away; which there are, for a backup; and, of the one
  // laboratory that a signed opening names, whose session it is.
  expect(others.toSorted()).toEqual([
    'attachments.unfinished_for_upkeep',
    'brand_hosts.resolved_before_context',
    'brands.listed_by_owner',
    'brands.read_by_opening',
    'sessions.read_by_opening',
    'users.read_by_opening',
  ])
})

it('whatever is not compared with the signed context lets the owner read and nobody write', async () => {
  const loose = await names(
    `select polrelid::regclass || '.' || polname as name ${otherPolicies}
       and (polcmd <> 'r' or polroles <> array['arcade_owner'::regrole::oid])`,
    [comparisons],
  )
  expect(loose).toEqual([])
})

it('every key of a laboratory’s table begins with the laboratory', async () => {
  const keys = await names(
    `select conrelid::regclass || '.' || conname as name from pg_constraint con
     where contype in ('p', 'u') and connamespace = 'public'::regnamespace
       and (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]) <> 'brand_id'
       and conrelid::regclass::text <> all($1)`,
    [exempt],
  )
  // Host names are unique over all laboratories by their nature, and the runtime role cannot write them.
  expect(keys).toEqual(['brand_hosts.brand_hosts__host'])
  const uniqueIndexes = await names(
    `select indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
     where i.indisunique and c.relnamespace = 'public'::regnamespace
       and (select attname from pg_attribute where attrelid = i.indrelid and attnum = i.indkey[0]) <> 'brand_id'
       and not exists (select 1 from pg_constraint where conindid = i.indexrelid)`,
  )
  expect(uniqueIndexes).toEqual([])
})

it('every reference between tables of a laboratory carries the laboratory', async () => {
  const references = await names(
    `select conrelid::regclass || '.' || conname as name from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and not (
       select bool_or(attname = 'brand_id') from pg_attribute where attrelid = conrelid and attnum = any(conkey))`,
  )
  expect(references).toEqual([])
})

it.each(['arcade_app', 'arcade_jobs'])(
  '%s owns nothing, is nobody’s member and has none of the strong rights',
  async role => {
    const { rows } = await admin.query(
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
       (select count(*)::int from pg_auth_members where member = r.oid) as memberships,
       (select count(*)::int from pg_class where relowner = r.oid) as owned
     from pg_roles r where rolname = $1`,
      [role],
    )
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        memberships: 0,
        owned: 0,
      },
    ])
    const rights = await names(
      `select table_name || ' ' || privilege_type as name from information_schema.role_table_grants
     where grantee in ($1, 'PUBLIC') and table_schema in ('public', 'pgboss')
       and privilege_type in ('TRUNCATE', 'REFERENCES', 'TRIGGER')`,
      [role],
    )
    expect(rights).toEqual([])
    const { rows: creating } = await admin.query(
      `select has_schema_privilege($1, 'public', 'create') as in_public,
       has_schema_privilege($1, 'tenant', 'create') as in_tenant,
       has_schema_privilege($1, 'pgboss', 'create') as in_pgboss,
       has_database_privilege($1, current_database(), 'create') as in_database,
       has_database_privilege($1, current_database(), 'temporary') as temporary`,
      [role],
    )
    expect(creating).toEqual([
      { in_public: false, in_tenant: false, in_pgboss: false, in_database: false, temporary: false },
    ])
  },
)

it('every constraint holds for the rows that were there before it', async () => {
  const unproven = await names(
    `select format('%s on %s', conname, conrelid::regclass) as name from pg_constraint
     where connamespace = 'public'::regnamespace and not convalidated order by 1`,
  )
  expect(unproven, 'to be validated in a migration of its own').toEqual([])
})

it('the owner that migrates is no superuser and obeys row-level security', async () => {
  const { rows } = await owner.query(
    `select rolsuper, rolbypassrls, (select count(*)::int from orders) as seen from pg_roles where rolname = current_user`,
  )
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, seen: 0 }])
})

it('no view or function goes round the policies, save those on the reviewed list', async () => {
  const views = await names(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and (
       c.relkind = 'm' or c.relkind = 'v' and not coalesce('security_invoker=true' = any(c.reloptions), false))`,
  )
  expect(views).toEqual([])
  const definers = await names(
    `select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where p.prosecdef and n.nspname not in ('pg_catalog', 'information_schema')
       and has_function_privilege('arcade_app', p.oid, 'execute') order by 1`,
  )
  expect(definers).toEqual([
    // The claims of the context, read and verified; the openings and the lists of laboratories that upkeep goes through, which check
    // the application's signature; what upkeep does within the laboratory that is open, and takes away when its time is over; what
    // a link by mail is for; when the staff signed in last and who of them has a second factor, for the staff; the audit and its
    // chain, who read a case, the end of a patient's name, of a lost second factor and of an account that asked for it, for
    // administrators; what the audit says of whoever is signed in, and the secret of one's own authenticator; withdrawing an
    // invitation, for whoever may; a practice that goes into another, for administrators; which days have no room, and not how
    // full they are; having the tables of an import looked at, and whose an entered case is, for the staff; and whatever writes money: see migrations 0027, 0028 and 0035.
    'tenant.ask_card_refund',
    'tenant.audit_chain',
    'tenant.audit_lines',
    'tenant.audit_links',
    'tenant.begin_document',
    'tenant.begin_merging',
    'tenant.begin_payment',
    'tenant.begin_run',
    'tenant.bill_more_cases',
    'tenant.carry_cases',
    'tenant.carry_out_erasure',
    'tenant.case_readers',
    'tenant.changes_since',
    'tenant.changes_until',
    'tenant.choose_language',
    'tenant.choose_password',
    'tenant.claim_entered',
    'tenant.claims',
    'tenant.confirm_pro_forma',
    'tenant.continue_run',
    'tenant.correct_initial_balance',
    'tenant.credit',
    'tenant.days_without_room',
    'tenant.decide',
    'tenant.delete_old_sessions',
    'tenant.enter_announced',
    'tenant.enter_announced',
    'tenant.enter_initial_balance',
    'tenant.enter_payment',
    'tenant.enter_payment',
    'tenant.erase_patient',
    'tenant.forget_card_refund',
    'tenant.give_document',
    'tenant.hold_awaited',
    'tenant.issue',
    'tenant.keep_sightings',
    'tenant.laboratories',
    'tenant.laboratories_for_upkeep',
    'tenant.learn_what_grew',
    'tenant.lines_about_me',
    'tenant.look_at_merging',
    'tenant.merge_practices',
    'tenant.name_payment',
    'tenant.note_program_seen',
    'tenant.open_challenge',
    'tenant.open_feed',
    'tenant.open_job',
    'tenant.open_laboratory',
    'tenant.open_password_link',
    'tenant.open_program',
    'tenant.open_session',
    'tenant.own_authenticator_secret',
    'tenant.practice_second_factors',
    'tenant.programs_to_tell',
    'tenant.put_entry_right',
    'tenant.receive_for_invoice',
    'tenant.receive_for_invoices',
    'tenant.receive_for_invoices',
    'tenant.receive_for_invoices',
    'tenant.receive_for_practice',
    'tenant.receive_for_practice',
    'tenant.receive_rest',
    'tenant.receive_transfer',
    'tenant.receive_transfer',
    'tenant.receive_transfer',
    'tenant.record_payment',
    'tenant.record_payment_event',
    'tenant.record_piece',
    'tenant.refund_by_hand',
    'tenant.remove_old_audit',
    'tenant.remove_old_patient_names',
    'tenant.remove_old_sessions',
    'tenant.remove_old_statements',
    'tenant.return_by_hand',
    'tenant.seal_audit',
    'tenant.set_against',
    'tenant.set_price',
    'tenant.spend_credit',
    'tenant.staff_second_factors',
    'tenant.staff_sign_ins',
    'tenant.take_back_case',
    'tenant.take_back_payment',
    'tenant.take_back_practice',
    'tenant.take_second_factor_away',
    'tenant.withdraw_invitation',
    'tenant.withdraw_payment',
  ])
})

it('every function that runs as its definer has a fixed search path, and none looks among temporary things first', async () => {
  const loose = await names(
    `select p.oid::regprocedure::text as name
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       left join lateral unnest(p.proconfig) as setting on setting like 'search_path=%'
     where n.nspname in ('public', 'tenant') and (p.prosecdef and setting is null or setting !~ ', pg_temp$')`,
  )
  expect(loose).toEqual([])
})
