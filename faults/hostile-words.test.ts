import { afterAll, beforeAll, expect, it } from 'vitest'
import { demonstrationLaboratories, seedDemonstration } from '#db/seed/demonstration.ts'
import { questionFor } from '#test/bodies.ts'
import { noCreatingRates, startTestApp } from '#test/harness.ts'
import type { TestUser } from '#test/make.ts'
import { makeOwnDatabase } from '#test/own-database.ts'
import { hostileWords, mark } from './hostile-words.ts'

const database = await makeOwnDatabase()
afterAll(database.drop)
const { app, make, owner, as, request } = startTestApp(
  { creatingRates: noCreatingRates },
  { ...database, adminUrl: '' },
)
const [laboratory = ''] = demonstrationLaboratories

type Column = { table: string; column: string; isList: boolean }
/** Where the words stand now. What holds them off stays as it was. */
const filled: string[] = []

/**
 * Into every column of words that the database has, whatever put them there: a form, a file, another program, a form to come. But
 * for what names a host or a zone, and three whose form is asked for again where they are read.
 */
beforeAll(async () => {
  await seedDemonstration(database.ownerUrl)
  const { rows: columns } = await owner.query<Column>(
    `select c.table_name as table, c.column_name as column, c.data_type = 'ARRAY' as "isList"
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
       and (c.data_type in ('text', 'character varying') or c.udt_name = '_text')
       and c.table_name <> 'brand_hosts' and c.column_name <> all('{time_zone,postal_code,client_service_phone}') and exists (
         select from information_schema.columns o
         where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name in ('brand_id', 'id')
           and (o.column_name = 'brand_id' or c.table_name = 'brands'))
     order by 1, 2`,
  )
  await make.within(laboratory, async client => {
    const tables = new Set(columns.map(({ table }) => table))
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
    const fill = async ({ table, column, isList }: Column, words: readonly string[], ofPlace: string) => {
      const one = `($1::text[])[1 + mod(t.place, ${words.length})]`
      await client.query('savepoint one')
      const written = await client
        .query(
          `update ${table} set ${column} = ${isList ? `array[${one}]` : one}
           from (select ctid as at, row_number() over () as place from ${table}) t
           where ${table}.ctid = t.at and ${table}.${column} is not null and ${ofPlace}`,
          [words],
        )
        .catch(() => client.query('rollback to savepoint one'))
      return written.command === 'UPDATE' ? (written.rowCount ?? 0) : -1
    }
    for (const one of columns) {
      let count = await fill(one, hostileWords, 'true')
      // Some are held off by a rule of this column: each that is not, by itself.
      if (count < 0)
        for (const [place, word] of hostileWords.entries())
          count += Math.max(0, await fill(one, [word], `mod(t.place, ${hostileWords.length}) = ${place}`))
      if (count > 0) filled.push(`${one.table}.${one.column}`)
    }
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
  })
}, 300_000)

type Call = Awaited<ReturnType<typeof as>>
/** Whoever sees most of it, on either side. */
async function everybody(): Promise<{ staff: Call; practice: Call }> {
  const { rows } = await make.within(laboratory, client =>
    client.query<{ id: string; kind: string; practice_id: string | null }>(
      `select distinct on (kind) id, kind, practice_id from users
       where (kind = 'staff' and role = 'administrator' or kind = 'practice' and account_type = 'manager') and disabled_at is null
       order by kind, (select count(*) from orders o where o.practice_id = users.practice_id) desc`,
    ),
  )
  const of = { id: laboratory, host: 'localhost' }
  const callOf = (kind: string) => {
    const { id = '', practice_id = '' } = rows.find(row => row.kind === kind) ?? {}
    return as({ id, login: '', practiceId: practice_id, laboratory: of } as TestUser)
  }
  return { staff: await callOf('staff'), practice: await callOf('practice') }
}

/** A few ids of each table, to be asked for wherever an id may stand. */
async function ids(): Promise<string[][]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c
     where table_schema = 'public' and column_name = 'id' and udt_name = 'uuid' and exists (
       select from information_schema.columns o
       where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'brand_id')`,
  )
  return make.within(laboratory, async client => {
    const all: string[][] = []
    for (const { name } of tables)
      all.push((await client.query(`select id from ${name} order by md5(id::text) limit 5`)).rows.map(({ id }) => id))
    return all
  })
}

/** To everybody of the practices, as somebody who has never come in. */
async function mails(staff: Call) {
  const invited = await make.within(laboratory, async client => {
    await client.query(`alter table users disable trigger user`)
    const { rows } = await client.query<{ id: string }>(
      `update users set password_hash = null, disabled_at = null, email = 'a' || substr(id::text, 1, 8) || '@cabinet.example'
       where kind = 'practice' and erased_at is null returning id`,
    )
    await client.query(`alter table users enable trigger user`)
    return rows
  })
  for (const { id } of invited) await staff(`/api/staff/people/${id}/invitation`, { method: 'POST' })
  return make.within(laboratory, async client => {
    const { rows } = await client.query<{ subject: string; sender: string; html: string }>(
      'select subject, sender_name as sender, html_part as html from mails',
    )
    return rows
  })
}

const formula = /^[\s\p{C}]*[=+\-@]/u
const cellsOf = (csv: string) =>
  [...csv.matchAll(/(?:^|[;\r\n])(?:"((?:[^"]|"")*)"|([^";\r\n]*))/g)].map(([, held, bare]) =>
    held === undefined ? (bare ?? '') : held.replaceAll('""', '"'),
  )

/** What of an answer would be more than words to whoever opens it. */
function dangersIn(type: string, text: string): string[] {
  if (type.startsWith('text/html'))
    return [
      ...(text.match(/(href|src|action)="\s*javascript:[^"]*/g) ?? []),
      // What is held by the marks of an attribute is its value.
      ...(text.replace(/="[^"<]*"/g, '').match(new RegExp(`<[^<>]*${mark}[^<>]*>|<script>${mark}`, 'g')) ?? []),
    ]
  if (type.startsWith('text/csv'))
    return cellsOf(text).filter(cell => formula.test(cell.normalize('NFKC')) && !/^-?[\d\s]+([.,]\d+)?$/.test(cell))
  if (type.startsWith('text/calendar'))
    return text.split('\r\n').filter(line => /^(X-zqx|Bcc)/i.test(line) || /[\n\r]/.test(line))
  return []
}

it('words are words to whoever opens an answer, whatever they are and wherever they stand', async () => {
  const { staff, practice } = await everybody()
  const all = await ids()
  const wrong: string[] = []
  const seen = new Map<string, number>()
  async function look(name: string, answer: Response) {
    const type = answer.headers.get('content-type') ?? ''
    const isText = /^(text|application\/json|application\/problem)/.test(type)
    const text = isText ? await answer.text() : Buffer.from(await answer.arrayBuffer()).toString('latin1')
    if (answer.status >= 500) wrong.push(`${name}: ${answer.status} ${text.slice(0, 200)}`)
    if (isText && text.includes(mark)) seen.set(type, (seen.get(type) ?? 0) + 1)
    if (answer.headers.get('x-content-type-options') !== 'nosniff') wrong.push(`${name}: may be taken for another type`)
    for (const [header, value] of answer.headers)
      if (header.startsWith(`x-${mark}`) || /[\r\n]/.test(value)) wrong.push(`${name}: a header more, ${header}`)
    for (const danger of dangersIn(type, text)) wrong.push(`${name}: ${type} ${danger.slice(0, 120)}`)
    return answer.status
  }
  for (const endpoint of app.api.endpoints) {
    if (endpoint.method !== 'GET' || endpoint.needs === 'nothing' || endpoint.reply === 'events') continue
    const call = /^\/api\/staff/.test(endpoint.path) ? staff : practice
    const ask = async (id: string) => {
      const path = `${endpoint.path.replace(/:(id|\w+Id)\b/g, id)}${questionFor(endpoint)}`
      return look(`GET ${path}`, await call(path))
    }
    if (!endpoint.path.includes(':')) await ask('')
    else
      for (const [first = '', ...others] of all)
        if (first && (await ask(first)) === 200) for (const id of others) await ask(id)
  }
  const feed = await (await practice('/api/calendar', { method: 'POST' })).json()
  await look('the calendar', await practice(`/api/calendar/${feed.data.secret}`))
  for (const { subject, sender, html } of await mails(staff)) {
    seen.set('mail', (seen.get('mail') ?? 0) + 1)
    if (/[\r\n]/.test(subject + sender)) wrong.push(`a mail with a header more: ${subject} ${sender}`)
    for (const danger of dangersIn('text/html', html)) wrong.push(`a mail: ${danger}`)
  }
  for (const path of ['/', '/login', '/signup', '/dashboard', '/cases', '/staff', '/staff/cases'])
    await look(path, await request({ host: 'localhost' }, path))
  process.stdout.write(
    `hostile words: in ${filled.length} columns, seen in ${JSON.stringify(Object.fromEntries(seen))}\n`,
  )
  expect(wrong).toEqual([])
  expect([...seen.keys()].map(type => type.split(';')[0]).toSorted()).toEqual([
    'application/json',
    'mail',
    'text/calendar',
    'text/csv',
    'text/html',
  ])

  expect(filled.length).toBeGreaterThan(80)
}, 300_000)
