import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demonstrationLaboratories, seedDemonstration } from '#db/seed/demonstration.ts'
import { Random } from '#db/seed/random.ts'
import type { Endpoint } from '#kit/contract.ts'
import { bodyFor, isForPrograms, isForStaff, questionFor } from '#test/bodies.ts'
import { noCreatingRates, problemOf, startTestApp } from '#test/harness.ts'
import { heldBy } from '#test/held.ts'
import type { TestUser } from '#test/make.ts'
import { makeOwnDatabase } from '#test/own-database.ts'
import { makeProgram } from '#test/programs.ts'
import { dealer } from './dealer.ts'

// `npm run foreign-ids` sends the ids of every table to every place; `npm test` to every place a few, others each time.
const isWhole = process.env.FOREIGN_IDS === 'all'
const atOnePlace = 4
const seed = process.env.FOREIGN_IDS_SEED ?? randomBytes(4).toString('hex')

const database = await makeOwnDatabase()
afterAll(database.drop)
const { app, make, owner, as, request } = startTestApp(
  { creatingRates: noCreatingRates },
  { ...database, adminUrl: '' },
)

type Caller = Awaited<ReturnType<typeof as>>
type Thing = { table: string; id: string }

const [laboratory = ''] = demonstrationLaboratories
beforeAll(async () => {
  await seedDemonstration(database.ownerUrl)
  await fillUp()
})

/** What the demonstration begins without. */
async function fillUp() {
  const brand_id = laboratory
  const { rows } = await make.within(laboratory, client =>
    client.query<{ practice: string; user: string; order: string; staff: string }>(
      `select u.practice_id as practice, u.id as "user", o.id as "order", s.id as staff
       from users u join orders o on o.ordered_by = u.id, users s where s.kind = 'staff' limit 1`,
    ),
  )
  const { practice: practice_id = '', user: user_id = '', order: order_id = '', staff = '' } = rows[0] ?? {}
  const ofPractice = { brand_id, practice_id, created_by: user_id }
  const ofUser = { brand_id, user_id }
  const file = { order_id, name: 'a.pdf', type: 'pdf', state: 'ready', size: 1, sha256: Buffer.alloc(32) }
  const asking = {
    rpps_siret_siren: '73282932000074',
    title: 'Dr',
    gender: 'female',
    last_name: 'Martin',
    first_name: 'Claire',
    address: '12 rue des Lilas',
    postal_code: '75011',
    city: 'Paris',
    country_code: 'FR',
    phone: '01 23 45 67 89',
    email1_label: 'doctor',
    email1: 'claire@cabinet-martin.example',
    language: 'fr',
    fingerprint: Buffer.alloc(32),
    network: Buffer.alloc(32),
  }
  const letter = { recipient: 'a@cabinet.example', sender: 'b@labo.example', sender_name: 'Labo', subject: 'Bonjour' }
  const rowsOf: Record<string, object> = {
    attachments: { ...ofPractice, ...file },
    billing_runs: { brand_id, until_on: '2026-01-31', type: 'invoice' },
    case_views: { ...ofUser, name: 'Retardés', content: '{}' },
    imports: { brand_id, kind: 'products', file_name: 'a.csv', delimiter: ';', headings: '{a}', created_by: staff },
    mails: { brand_id, ...letter, text_part: 'Bonjour', html_part: 'Bonjour' },
    notices: { brand_id, practice_id, user_id, kind: 'message', order_id },
    order_drafts: { ...ofUser, content: '{}' },
    order_templates: { ...ofPractice, name: 'Couronne', content: '{}' },
    price_lists: { brand_id, name: 'Tarif 2027' },
    sessions: { ...ofUser, refresh_seed: Buffer.alloc(32) },
    signup_requests: { brand_id, ...asking },
  }
  for (const [table, values] of Object.entries(rowsOf))
    await make.insert(laboratory, table, { id: randomUUID(), ...values })
  const user: TestUser = {
    id: user_id,
    login: '',
    practiceId: practice_id,
    laboratory: { id: laboratory, host: 'localhost' },
  }
  await make.passkey(user)
  await makeProgram(make, user.laboratory)
  const answer = await (await as(user))('/api/account/erasure', { method: 'POST' })
  expect(answer.status).toBeLessThan(300)
}

/** One id of each table that has any. */
async function things(): Promise<Thing[]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select table_name as name from information_schema.columns c
     where table_schema = 'public' and column_name = 'id' and udt_name = 'uuid' and table_name <> 'brands' and exists (
       select from information_schema.columns o
       where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'brand_id') order by 1`,
  )
  const without: string[] = []
  const all = await make.within(laboratory, async client => {
    const found: Thing[] = []
    for (const { name } of tables) {
      const { rows } = await client.query<{ id: string }>(`select id from ${name} order by id limit 1`)
      if (rows[0]) found.push({ table: name, id: rows[0].id })
      else without.push(name)
    }
    return found
  })
  // Made on the way to something else, and asked for by no id. Any other table wants a row above.
  expect(without).toEqual(['merged_practices', 'sandbox_checkouts', 'sign_in_challenges'])
  return all
}

type Schema = { format?: string; anyOf?: Schema[]; properties?: Record<string, Schema>; items?: Schema; type?: string }
type Operation = { requestBody?: { content: Record<string, { schema?: Schema }> } }

const isId = (schema: Schema): boolean => schema.format === 'uuid' || (schema.anyOf ?? []).some(isId)

/** What a call may be sent besides, by its description: each field that takes an id, or a list of them. */
function idsIn(schema: Schema | undefined, id: string): Record<string, unknown> {
  const fields = Object.entries(schema?.properties ?? {}).flatMap(([name, field]): [string, unknown][] => {
    if (isId(field)) return [[name, id]]
    return field.type === 'array' && field.items && isId(field.items) ? [[name, [id]]] : []
  })
  return Object.fromEntries(fields)
}

const anyId = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

it('an id of another laboratory is answered like one that never was, at every place where an id can stand', async () => {
  const ours = await make.laboratory()
  const practice = await make.practice(ours)
  const staff = await as(await make.user(ours))
  const manager = await as(await make.user(practice, { account_type: 'manager' }))
  const { key } = await makeProgram(make, ours)
  const program: Caller = (path, options = {}) =>
    request(ours, path, { ...options, headers: { authorization: `Bearer ${key}`, ...options.headers } })
  const { paths } = (await (await staff('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  const all = await things()
  const deal = dealer(all, new Random(seed))
  const before = await heldBy(make, { id: laboratory })
  const wrong: string[] = []
  let sent = 0

  async function answerTo(call: Caller, endpoint: Endpoint, id: string) {
    const { method, path, upload } = endpoint
    const described = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.requestBody?.content
    const schema = Object.values(described ?? {})[0]?.schema
    const body = bodyFor(endpoint)
    const filled =
      body && !upload ? JSON.parse(JSON.stringify({ ...idsIn(schema, id), ...body }).replace(anyId, id)) : body
    const address = path.replace(/:(id|\w+Id)\b/g, id).replace(':name', 'x.png')
    sent += 1
    const response = await call(`${address}${questionFor(endpoint).replace(anyId, id)}`, {
      method,
      ...(filled ? { body: filled } : {}),
    })
    if (response.status < 400) {
      await response.body?.cancel()
      return { status: response.status }
    }
    const { requestId, ...rest } = await problemOf(response)
    return { status: response.status, rest }
  }

  const placed = app.api.endpoints.filter(
    endpoint =>
      endpoint.needs !== 'nothing' &&
      !endpoint.rawBody &&
      (/:(id|\w+Id)\b/.test(endpoint.path) || JSON.stringify(bodyFor(endpoint) ?? null).search(anyId) >= 0),
  )
  for (const endpoint of placed) {
    const call = isForPrograms(endpoint) ? program : isForStaff(endpoint) ? staff : manager
    const unknown = JSON.stringify(await answerTo(call, endpoint, randomUUID()))
    for (const { table, id } of isWhole ? all : deal(atOnePlace)) {
      const answer = JSON.stringify(await answerTo(call, endpoint, id))
      if (answer !== unknown)
        wrong.push(`${endpoint.method} ${endpoint.path} with one of ${table}: ${answer}, not ${unknown}`)
    }
  }
  process.stdout.write(
    `foreign ids: ${sent} requests at ${placed.length} places, of ${all.length} tables, seed ${seed}\n`,
  )
  expect(wrong, `FOREIGN_IDS_SEED=${seed}`).toEqual([])
  expect(await heldBy(make, { id: laboratory })).toEqual(before)
}, 600_000)
