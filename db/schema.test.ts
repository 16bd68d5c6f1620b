import { execFileSync } from 'node:child_process'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { dumpSchema } from './dump.ts'

const { ownerUrl } = inject('database')

/** kysely-codegen takes a domain for what it is made of, here any text. */
const languages = {
  'brands.default_language': 'Generated<"fr" | "en">',
  'invoice_documents.language': '"fr" | "en"',
  'signup_requests.language': '"fr" | "en"',
  'users.language': 'Generated<"fr" | "en">',
}

// `npm run schema` rewrites both files.
it('schema.sql, the reviewed dump, is what the migrations make', async () => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await expect(await dumpSchema(client)).toMatchFileSnapshot('schema.sql')
  } finally {
    await client.end()
  }
})

it('schema.ts, the types of every statement, is what the migrations make', async () => {
  const types = execFileSync(
    process.execPath,
    [
      'node_modules/kysely-codegen/dist/cli/bin.js',
      ...['--dialect', 'postgres', '--url', ownerUrl, '--default-schema', 'public', '--include-pattern', 'public.*'],
      ...['--date-parser', 'string', '--type-mapping', '{"timestamptz":"string","int8":"number"}'],
      ...['--overrides', JSON.stringify({ columns: languages })],
      ...['--print', '--log-level', 'silent'],
    ],
    { encoding: 'utf8' },
  )
  await expect(types).toMatchFileSnapshot('schema.ts')
})
