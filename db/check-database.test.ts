import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { testSecret } from '#test/harness.ts'
import { checkDatabase } from './check-database.ts'
import { migrate } from './migrate.ts'

const { adminUrl, ownerUrl, appUrl } = inject('database')
const own = `sound_${randomBytes(4).toString('hex')}`
const at = (url: string, change: Partial<URL>) => Object.assign(new URL(url), change).href
const admin = new pg.Client({ connectionString: adminUrl })
const within = new pg.Client({ connectionString: at(adminUrl, { pathname: own }) })

beforeAll(async () => {
  await admin.connect()
  // As an operator makes one: everybody may connect to it and make temporary tables.
  await admin.query(`create database ${own} owner arcade_owner`)
  await within.connect()
  await migrate({ ownerUrl: at(ownerUrl, { pathname: own }), appSecret: testSecret })
})
afterAll(async () => {
  await within.end()
  await admin.query(`drop database ${own}`)
  await admin.end()
})

/** Asks as a role of its own that may nothing but what `make` lets it. */
async function checkAs(make: (role: string) => string[]) {
  const role = `app_${randomBytes(4).toString('hex')}`
  await within.query(`create role ${role} login password 'x'`)
  try {
    for (const statement of make(role)) await within.query(statement)
    const outcome = await checkDatabase(at(appUrl, { pathname: own, username: role, password: 'x' })).then(
      () => 'sound',
      error => `${error.name}: ${error.message}`,
    )
    return outcome.replaceAll(role, 'it').replaceAll(own, 'the_database')
  } finally {
    await within.query(`alter database ${own} reset all; drop owned by ${role}; drop role ${role}`)
  }
}

describe('a start is refused in one sentence', () => {
  it.each<[string, (role: string) => string[], string]>([
    [
      'a superuser',
      role => [`alter role ${role} superuser`],
      'The role it is a superuser, whom no policy holds: ALTER ROLE it NOSUPERUSER.',
    ],
    [
      'a role that goes round row-level security',
      role => [`alter role ${role} bypassrls`],
      'The role it goes round every policy: ALTER ROLE it NOBYPASSRLS.',
    ],
    [
      'a role that may make roles',
      role => [`alter role ${role} createrole`],
      'The role it may make roles: ALTER ROLE it NOCREATEROLE.',
    ],
    [
      'a member of the owner',
      role => [`grant arcade_owner to ${role}`],
      'The role it may act as arcade_owner: REVOKE arcade_owner FROM it.',
    ],
    [
      'a member that would have to say so first',
      role => [`alter role ${role} noinherit`, `grant pg_read_all_data to ${role}`],
      'The role it may act as pg_read_all_data: REVOKE pg_read_all_data FROM it.',
    ],
    [
      'an owner of a table',
      role => [`create table ${role}_table ()`, `alter table ${role}_table owner to ${role}`],
      'The role it owns table it_table: expected a role that owns nothing.',
    ],
    [
      'an owner of a schema',
      role => [`create schema ${role}_schema authorization ${role}`],
      'The role it owns schema it_schema: expected a role that owns nothing.',
    ],
    [
      'a role that may make temporary tables',
      role => [`grant temporary on database ${own} to ${role}`],
      'The role it may make temporary tables: REVOKE TEMPORARY ON DATABASE the_database FROM PUBLIC, it.',
    ],
    [
      'a role that may make schemas',
      role => [`grant create on database ${own} to ${role}`],
      'The role it may create things in the database: REVOKE CREATE ON DATABASE the_database FROM PUBLIC, it.',
    ],
    [
      'a role that may make tables',
      role => [`grant create on schema public to ${role}`],
      'The role it may create things in the database: REVOKE CREATE ON SCHEMA public FROM PUBLIC, it.',
    ],
    [
      'a role that has set where its sessions look for names',
      role => [`alter role ${role} set search_path = pg_temp`],
      'The role it brings a setting of its own into every session, as it may by itself: ALTER ROLE it RESET search_path.',
    ],
    [
      'a role that has set something for this database alone',
      role => [
        `alter role ${role} set log_min_messages = 'log'`,
        `alter role ${role} set log_error_verbosity = 'terse'`,
        `alter role ${role} in database ${own} set work_mem = '1GB'`,
      ],
      'The role it brings a setting of its own into every session, as it may by itself: ALTER ROLE it IN DATABASE the_database RESET work_mem.',
    ],
    [
      'a database whose commits are not waited for',
      () => [`alter database ${own} set synchronous_commit = off`],
      // The cluster of the tests syncs nothing either.
      'PostgreSQL runs with fsync, full_page_writes, synchronous_commit off and would lose what it has acknowledged: switch it on.',
    ],
  ])('for %s', async (_, make, sentence) => {
    expect(await checkAs(make)).toBe(`OperatorError: ${sentence}`)
  })

  // Durability is the last thing asked about: whoever gets that far is sound in all the rest, temporary tables included,
  // which only a migration has taken from everybody here.
  it('for a PostgreSQL that syncs nothing', async () => {
    const logsNothing = (role: string) => [
      `alter role ${role} set log_min_messages = 'log'`,
      `alter role ${role} set log_error_verbosity = 'terse'`,
    ]
    expect(await checkAs(logsNothing)).toBe(
      'OperatorError: PostgreSQL runs with fsync, full_page_writes off and would lose what it has acknowledged: switch it on.',
    )
  })
})
