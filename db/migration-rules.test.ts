import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

// docs/operations.md, "Upgrade and rollback": what a release changes while the one before still runs. In which order tables
// are altered is no matter, see table-locks.ts.

/** From here on a migration that validates does nothing else that locks. */
const firstThatValidatesAlone = '0110'

/** The last of those that were written before anything was released: they run on empty tables. */
const lastBeforeRelease = '0013'

/** A column that is reckoned for all rows at once. */
const rewritesWholly = /\badd column [^;]*\bstored\b/i
/** Written when no laboratory had more rows than are read in a second. */
const rewrote = ['0204_orders_surname.sql']

const withoutComments = (sql: string) => sql.replace(/--.*$/gm, '')

function faultsOf(text: string): string[] {
  const sql = withoutComments(text)
  const made = [...sql.matchAll(/\bcreate table (?:if not exists )?([\w.]+)/gi)].map(([, name]) => name)
  const faults: string[] = []
  const takesAway =
    /\bdrop (table|column|function|procedure|type|domain|schema|view)\b|\brename\b|\bset not null\b|\balter column \w+ (set data )?type\b|\brevoke\b(?! all on (function|procedure|schema))/i
  if (takesAway.test(sql) && !/^-- needs \d{4}_\w+\.sql$/m.test(text)) {
    faults.push('takes away what the release before may use: name the migration that took its place (-- needs …)')
  }
  for (const [, name] of sql.matchAll(/\bcreate (?:unique )?index \w+ on (?:only )?([\w.]+)/gi)) {
    if (!made.includes(name)) faults.push(`keeps writers of ${name} waiting: build the index concurrently`)
  }
  if (/\bconcurrently\b/i.test(sql)) {
    const alone =
      /^\s*(create (unique )?index concurrently if not exists \w+ on|drop index concurrently if exists) [^;]*;\s*$/i
    if (!text.startsWith('-- no transaction\n') || !alone.test(sql)) {
      faults.push('is to begin with "-- no transaction" and hold one statement that can be repeated (if not exists)')
    }
  }
  for (const [, name] of sql.matchAll(
    /\balter table (\S+)[^;]*?\badd (?:constraint \w+ )?(?:check|foreign key)\b[^;]*;/gi,
  )) {
    if (!made.includes(name)) {
      const statements = sql.split(';').filter(one => /\badd (constraint \w+ )?(check|foreign key)\b/i.test(one))
      if (statements.some(one => !/\bnot valid\b/i.test(one))) {
        faults.push(`reads all of ${name} under a lock: add it not valid, and validate it in a migration of its own`)
      }
    }
  }
  if (rewritesWholly.test(sql) && !made.some(name => sql.includes(`alter table ${name} `))) {
    faults.push('writes a table anew under a lock: add a column that may be null, filled by a trigger and in batches')
  }
  if (!text.startsWith('-- no transaction\n') && /\bvalidate constraint\b/i.test(sql)) {
    const validates = /^\s*alter table \S+(,? validate constraint \w+)+\s*$/i
    const locks = /\balter table (\S+)|\b(?:create|alter|drop) (?:trigger|policy) [^;]*? on (\S+)/gi
    const locked = sql
      .split(';')
      .filter(one => !validates.test(one))
      .flatMap(one => [...one.matchAll(locks)].map(([, altered, named]) => altered ?? named))
      .find(name => !made.includes(name))
    if (locked) faults.push(`keeps ${locked} locked while it validates: validate in a migration of its own`)
  }
  if (/\bcheck \(\s*\w+ in \(\s*'/i.test(sql)) {
    faults.push('keeps a list in a check, which is made anew under a lock with each word: make it an enum')
  }
  return faults
}

it('every migration since the first release lets the one before run on', () => {
  const folder = new URL('./migrations/', import.meta.url)
  const names = readdirSync(folder).filter(name => name.slice(0, 4) > lastBeforeRelease && !rewrote.includes(name))
  expect(
    names.flatMap(name =>
      faultsOf(readFileSync(new URL(name, folder), 'utf8'))
        .filter(it => name >= firstThatValidatesAlone || !it.endsWith('validate in a migration of its own'))
        .map(it => `${name} ${it}`),
    ),
  ).toEqual([])
})

it.each([
  ['alter table orders drop column comment', /^takes away/],
  ['alter table orders rename column comment to remark', /^takes away/],
  ['alter table orders alter column comment set not null', /^takes away/],
  ['alter table orders alter column total_cents type bigint', /^takes away/],
  ['revoke update (status) on orders from arcade_app', /^takes away/],
  ['drop function order_prescribed()', /^takes away/],
  ['create index orders__carrier on orders (brand_id, carrier)', /^keeps writers of orders waiting/],
  ['create index concurrently orders__carrier on orders (brand_id, carrier);', /^is to begin with/],
  ['-- no transaction\ncreate index concurrently orders__carrier on orders (brand_id, carrier);', /^is to begin with/],
  ['alter table orders add constraint orders__paid check (total_cents < 9);', /^reads all of orders/],
  [
    'alter table orders validate constraint orders__paid; create trigger paid after update on practices for each row execute function f();',
    /^keeps practices locked while it validates/,
  ],
  [
    'alter table orders add constraint orders__paid check (total_cents < 9) not valid, validate constraint orders__paid;',
    /^keeps orders locked while it validates/,
  ],
  ['alter table orders add column twice bigint generated always as (2 * total_cents) stored', /^writes a table anew/],
  ["create table bills (state text check (state in ('open', 'paid')))", /^keeps a list in a check/],
])('is refused: %s', (sql, fault) => {
  expect(faultsOf(sql)).toEqual([expect.stringMatching(fault)])
})

it.each([
  '-- needs 0044_remark.sql\nalter table orders drop column comment',
  '-- no transaction\n-- For the rounds.\ncreate index concurrently if not exists orders__carrier on orders (brand_id, carrier);\n',
  '-- no transaction\ndrop index concurrently if exists orders__carrier;',
  'create table bills (id uuid primary key); create index bills__id on bills (id);',
  'alter table orders add constraint orders__paid check (total_cents < 9) not valid;',
  'alter table orders validate constraint orders__paid, validate constraint orders__due; alter table practices validate constraint practices__named;',
  'create table bills (id uuid primary key); alter table bills add note text; alter table orders validate constraint orders__paid;',
  "alter type audit_kind add value 'bill_paid';",
  'create function f() returns int language sql return 1; revoke all on function f() from public;',
])('is well: %s', sql => {
  expect(faultsOf(sql)).toEqual([])
})
