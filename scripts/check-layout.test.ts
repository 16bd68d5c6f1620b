import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkLayout } from './check-layout.ts'

const check = (files: Record<string, string>) => checkLayout(new Map(Object.entries(files)))

test('a tree as it should be has no findings', () => {
  expect(
    check({
      'app/server/api.ts':
        "import { caseRoutes } from '#features/cases/server/routes.ts'\nimport { on } from '#kit/server/serve.ts'",
      'app/portal/router.tsx': "import { caseRoutes } from '#features/cases/web/routes.tsx'",
      'features/cases/contract.ts': "import { endpoint } from '#kit/contract.ts'",
      'features/cases/server/routes.ts':
        "import { listCases } from './sql.ts'\nimport { getCases } from '../contract.ts'\nimport { findPractice } from '#features/account/server/sql.ts'\nimport { askForRide } from '#features/rides/server/ask-for-ride.ts'",
      'features/cases/server/sql.ts':
        "import type { DB } from '#db/schema.ts'\nexport const listCases = (tx) => tx.selectFrom('cases').where(sql`true`)",
      'features/cases/web/case-screen.tsx':
        "import { invoiceQuery } from '#features/invoices/web/queries.ts'\nimport { InvoiceLink } from '#features/invoices/web/invoice-link.tsx'\nimport { invoicesText } from '#features/invoices/web/text.ts'\n<button onClick={() => setOpen({ a: 1 })}>",
      'features/cases/web/routes.tsx': "const screen = lazy(() => import('./case-screen.tsx'))",
      'features/invoices/web/queries.ts': "import { today } from '#kit/day.ts'",
      'features/invoices/web/invoice-link.tsx': "import { Link } from '@tanstack/react-router'",
      'features/cases/server/routes.test.ts':
        "import { startTestApp } from '#test/harness.ts'\nowner.query('select * from cases')",
      'tenancy/server/database.ts': "pool.query('set role x'); import type { DB } from '#db/schema.ts'",
      'db/seed/demonstration.ts': "client.query('insert into cases values (1)')",
    }),
  ).toEqual([])
})

describe('each rule fires', () => {
  const breaches: [string, Record<string, string>, string][] = [
    [
      'a feature imports app',
      { 'features/cases/web/queries.ts': "\nimport { router } from '#app/portal/router.tsx'" },
      'features/cases/web/queries.ts:2 imports app/portal/router.tsx: nothing imports app: hand it over as a parameter',
    ],
    [
      'kit imports a feature',
      { 'kit/server/guards.ts': "import {\n  findSession,\n} from '#features/auth/server/sql.ts'" },
      'kit/server/guards.ts:3 imports features/auth/server/sql.ts: kit could ship in another product: let its caller pass it in',
    ],
    [
      'tenancy imports a feature',
      { 'tenancy/server/guards.ts': "import { findSession } from '#features/auth/server/sql.ts'" },
      'tenancy/server/guards.ts:1 imports features/auth/server/sql.ts: tenancy knows no feature: let the feature pass it in',
    ],
    [
      'kit imports tenancy',
      { 'kit/server/serve.ts': "import type { Staff } from '#tenancy/server/actor.ts'" },
      'kit/server/serve.ts:1 imports tenancy/server/actor.ts: kit could ship in another product: let its caller pass it in',
    ],
    [
      'a word of the trade in kit',
      { 'kit/day.ts': '/** The laboratory’s today. */' },
      'kit/day.ts:1 laborator – is a word of this product, and kit could ship in another: say it in general words, or move it to tenancy',
    ],
    [
      'web imports server, through a relative path',
      { 'features/cases/web/queries.ts': "import { listCases } from '../server/sql.ts'" },
      'features/cases/web/queries.ts:1 imports features/cases/server/sql.ts: server code stays on the server: call its endpoint',
    ],
    [
      'a contract imports server',
      { 'features/cases/contract.ts': "import type { Row } from './server/sql.ts'" },
      'features/cases/contract.ts:1 imports features/cases/server/sql.ts: server code stays on the server: call its endpoint',
    ],
    [
      'the browser’s app imports server',
      { 'app/portal/router.tsx': "import '#kit/server/serve.ts'" },
      'app/portal/router.tsx:1 imports kit/server/serve.ts: server code stays on the server: call its endpoint',
    ],
    [
      'server imports web',
      { 'features/cases/server/routes.ts': "export { format } from '#kit/web/format.tsx'" },
      'features/cases/server/routes.ts:1 imports kit/web/format.tsx: web code stays in the browser: move what both need into a shared file',
    ],
    [
      'a feature uses another’s routes',
      { 'features/cases/server/routes.ts': "import { auth } from '#features/auth/server/routes.ts'" },
      'features/cases/server/routes.ts:1 imports features/auth/server/routes.ts: of another feature all may be used but its routes and its screens',
    ],
    [
      'a feature loads another’s screen',
      { 'features/cases/web/routes.tsx': "const Screen = lazy(() => import('#features/auth/web/login-screen.tsx'))" },
      'features/cases/web/routes.tsx:1 imports features/auth/web/login-screen.tsx: of another feature all may be used but its routes and its screens',
    ],
    [
      'a feature loads a screen out of another’s room',
      {
        'features/rides/web/routes.tsx':
          "const Screen = lazy(() => import('#features/cases/web/list/case-list-screen.tsx'))",
      },
      'features/rides/web/routes.tsx:1 imports features/cases/web/list/case-list-screen.tsx: of another feature all may be used but its routes and its screens',
    ],
    [
      'a feature migrates',
      { 'features/cases/server/routes.ts': "import { migrate } from '#db/migrate.ts'" },
      'features/cases/server/routes.ts:1 imports db/migrate.ts: features uses of db only the generated schema',
    ],
    [
      'kit seeds',
      { 'kit/server/serve.ts': "import { seed } from '#db/seed/bulk.ts'" },
      'kit/server/serve.ts:1 imports db/seed/bulk.ts: kit could ship in another product: let its caller pass it in',
    ],
    [
      'code imports tests',
      { 'app/main.ts': "import { make } from '#test/make.ts'" },
      'app/main.ts:1 imports test/make.ts: only tests import test code',
    ],
    [
      'a file that says nothing',
      { 'kit/web/utils.ts': '' },
      'kit/web/utils.ts:1 is called utils.ts: name it after what it holds',
    ],
    [
      'a file in another case',
      { 'kit/web/ui/DatePicker.tsx': '' },
      'kit/web/ui/DatePicker.tsx:1 rename it in kebab-case',
    ],
    [
      'a query outside sql.ts',
      { 'features/cases/server/routes.ts': "const rows = await tx\n  .selectFrom('cases')" },
      'features/cases/server/routes.ts:2 .selectFrom( – move the SQL into sql.ts or <noun>-sql.ts of the feature, or into db/',
    ],
    [
      'raw SQL outside sql.ts',
      { 'tenancy/server/guards.ts': 'const now = sql<Date>`now()`' },
      'tenancy/server/guards.ts:1 sql<Date>` – move the SQL into sql.ts or <noun>-sql.ts of the feature, or into db/',
    ],
    [
      'SQL in a string',
      { 'app/main.ts': "client.query('select id from brands')" },
      "app/main.ts:1 'select id from – move the SQL into sql.ts or <noun>-sql.ts of the feature, or into db/",
    ],
    [
      'the pool used directly',
      { 'features/cases/server/sql.ts': "this.#pool.query('begin')" },
      'features/cases/server/sql.ts:1 pool.query – would outlive its transaction on a pooled connection: go through withTenant() (security.md S08)',
    ],
    [
      'a setting of the session',
      { 'features/cases/server/sql.ts': "tx.run('SET app.brand = 1')" },
      "features/cases/server/sql.ts:1 'SET app.brand = – would outlive its transaction on a pooled connection: go through withTenant() (security.md S08)",
    ],
    [
      'a setting that outlives its transaction',
      { 'kit/server/guards-sql.ts': "sql`select set_config('app.brand', $1, false)`" },
      "kit/server/guards-sql.ts:1 set_config('app.brand', $1, false – would outlive its transaction on a pooled connection: go through withTenant() (security.md S08)",
    ],
    [
      'words put into SQL unchecked',
      { 'features/cases/server/sql.ts': 'tx.where(sql.raw(search))' },
      'features/cases/server/sql.ts:1 sql.raw – puts words into SQL unchecked: bind the value in a sql template, or choose among names written out (S36)',
    ],
    [
      'a value written out in SQL',
      { 'features/auth/server/sql.ts': 'tx.limit(sql.lit(wanted))' },
      'features/auth/server/sql.ts:1 sql.lit – writes a value into SQL: bind it in a sql template, or have a constant of the code allowed here (S36)',
    ],
    [
      'an id in a form of its own',
      { 'features/cases/input.ts': 'const Ids = v.array(v.pipe(v.string(), v.uuid()))' },
      'features/cases/input.ts:1 v.uuid( – is an id in a form of its own: one in capitals is the same one by `Id` of the contract, or `RealId` of what is sent',
    ],
    [
      'a value written into a statement',
      { 'features/cases/server/sql.ts': `const text = \`select id\n  from orders where code = \${code}\`` },
      'features/cases/server/sql.ts:1 `select id from orders where code = ${ – is SQL made of strings: use a sql template, which binds its values, or Kysely (S36)',
    ],
    [
      'a statement that goes on after its string',
      { 'features/cases/server/sql.ts': "tx.run('order by ' + column)" },
      "features/cases/server/sql.ts:1 'order by ' + – is SQL made of strings: use a sql template, which binds its values, or Kysely (S36)",
    ],
    [
      'a statement from elsewhere',
      { 'features/cases/server/sql.ts': 'client.query(text, values)' },
      'features/cases/server/sql.ts:1 .query(text – is SQL made of strings: use a sql template, which binds its values, or Kysely (S36)',
    ],
    [
      'a click that navigates',
      { 'features/cases/web/row.tsx': "<tr\n  onClick={() => {\n    navigate({ to: '/cases' })\n  }}>" },
      'features/cases/web/row.tsx:2 navigates on click: make it a <Link> or <a href>',
    ],
    [
      'two features that write one table',
      {
        'features/auth/server/sql.ts': "tx.updateTable('users')",
        'features/account/server/sql.ts': 'sql`delete from users`',
      },
      "features/account/server/sql.ts:1 writes users, which auth writes: call that feature's sql instead",
    ],
    [
      'a test that waits a fixed time',
      { 'test/e2e/cases.e2e.ts': 'await page.waitForTimeout(300)' },
      'test/e2e/cases.e2e.ts:1 waitForTimeout( – waits a fixed time: wait for what that time is for (expect.poll, an event, an answer)',
    ],
    [
      'a test that sleeps',
      { 'kit/server/turns.test.ts': "import { setTimeout as sleep } from 'node:timers/promises'" },
      'kit/server/turns.test.ts:1 setTimeout as sleep – waits for nothing: wait for what happens, or, where the pace is what is tested, call it so ("trickle")',
    ],
  ]
  test.each(breaches)('%s', (_what, files, finding) => {
    expect(check(files)).toEqual([finding])
  })
})

test('a setting of the transaction, and the browser’s own wording, are fine', () => {
  expect(
    check({
      'features/cases/server/sql.ts': `sql\`select set_config('app.x', 'y', true)\`; run('set local statement_timeout = 5'); sql<Row>\`select \${search}\``,
      'features/cases/text/en.ts':
        "export const en = { title: 'Select a case from the list', hint: 'Update your address' }",
    }),
  ).toEqual([])
})

test('the README says of each feature what it is', () => {
  const root = new URL('../', import.meta.url)
  const told = [...readFileSync(new URL('README.md', root), 'utf8').matchAll(/^ {2}([\w-]+)\/ {1,}\S/gm)].map(
    ([, name]) => name,
  )
  expect(readdirSync(new URL('features', root)).filter(name => !told.includes(name))).toEqual([])
})
