import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import type { TestLaboratory } from '#test/make.ts'
import { removeWhatIsOver } from './remove-due.ts'

const { app, make, as } = startTestApp()
const { database } = app.api.services

/** Text columns of a case that never contain the patient's name, and why. */
const without: Record<string, string> = {
  ...Object.fromEntries(
    ['code', 'summary_fr', 'summary_en'].map(column => [`orders.${column}`, 'Made by the product.']),
  ),
  'orders.search_text': 'Made of the others by the database.',
  'orders.patient_surname': 'Made of the name by the database.',
  'orders.patient_code': 'Stays: it names nobody outside the practice.',
  'orders.prescriber': 'Whoever has prescribed stands there, as the law has it.',
  ...Object.fromEntries(
    ['carrier', 'tracking_number', 'tracking_url'].map(column => [`orders.${column}`, 'What a carrier follows.']),
  ),
  ...Object.fromEntries(
    ['reference', 'label_fr', 'label_en', 'traceability', 'implant_brand', 'implant_platform'].map(column => [
      `order_products.${column}`,
      'What was made, from the catalogue.',
    ]),
  ),
  'order_products.shade': 'What was made.',
  'order_products.complementary_shade': 'What was made.',
  ...Object.fromEntries(
    ['name', 'maker', 'lot', 'standard', 'certificate'].map(column => [
      `order_product_materials.${column}`,
      'Which material was used, which the law keeps.',
    ]),
  ),
  ...Object.fromEntries(
    ['complaint_decisions.decided_by_name', 'release_checks.checked_by_name', 'recall_notices.told_by_name'].map(
      column => [column, 'Whoever of the laboratory did it.'],
    ),
  ),
  ...Object.fromEntries(
    ['number', 'content', 'signed_by_name'].map(column => [
      `traceability_statements.${column}`,
      'Signed, and made by the product, with the code of the patient alone.',
    ]),
  ),
  ...Object.fromEntries(
    ['order_code', 'patient_code', 'reference', 'label_fr', 'label_en'].map(column => [
      `invoice_lines.${column}`,
      'The books, made by the product, with the code of the patient alone.',
    ]),
  ),
  'program_orders.said': 'Marks of what was said, by a key of the server’s.',
  'program_orders.external_id':
    'Of the laboratory’s software, in one word of plain letters and figures, by which it finds the case again.',
  'audit_events.request_id': 'Made by the product.',
  'audit_events.route': 'Made by the product.',
}

/** Every text column of cases and of tables that refer to a case or a part of one. */
async function wordsOfCases({ id }: TestLaboratory) {
  const { rows } = await make.within(id, client =>
    client.query<{ name: string; type: string }>(`
      with recursive of_case as (
        select 'orders'::regclass::oid as id
        union
        select c.conrelid from pg_constraint c join of_case on c.confrelid = of_case.id where c.contype = 'f'
      )
      select t.relname || '.' || a.attname as name, format_type(a.atttypid, null) as type
      from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      where a.atttypid in ('text'::regtype, 'jsonb'::regtype, 'character varying'::regtype)
        and (t.oid in (select id from of_case) or t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')
          and exists (select from pg_attribute o where o.attrelid = t.oid and o.attname = 'order_id'))
      order by 1`),
  )
  return rows.filter(({ name }) => !(name in without))
}

const named = 'Jean  Petit'

/** Fills every table, with the name in each text column. */
async function caseFullOfTheName() {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const [doctor, staff] = [await make.user(practice), await make.user(laboratory)]
  const order = await make.order(practice, {
    patient: 'Jean Petit',
    status: 'on_hold',
    hold_reason: 'other',
    scan_platform: 'x',
    scan_case: 'x',
    practice_reference: 'x',
  })
  const of = { brand_id: laboratory.id, practice_id: practice.id, order_id: order.id }
  const { brand_id, practice_id } = of
  const problem = randomUUID()
  const rows: [table: string, values: Record<string, unknown>][] = [
    ['order_events', { ...of, sequence: 1, status: 'on_hold', note: 'x', note_fr: 'x', note_en: 'x' }],
    ['order_messages', { ...of, author_id: doctor.id, is_from_laboratory: false, body: 'x' }],
    ['order_products', { ...of, case_sequence: 1, reference: 'x', label_fr: 'x', label_en: 'x', quantity: 1 }],
    [
      'order_problems',
      {
        ...of,
        id: problem,
        kind: 'other',
        description: 'x',
        reported_by: doctor.id,
        answer: 'x',
        answered_by: staff.id,
        answered_at: new Date(),
      },
    ],
    [
      'complaint_decisions',
      {
        brand_id,
        practice_id,
        problem_id: problem,
        is_serious: false,
        cause: 'fitting',
        decided_by: staff.id,
        decided_by_name: 'Ana Costa',
      },
    ],
    ['release_checks', { ...of, version: 1, points: '{fit}', checked_by: staff.id, checked_by_name: 'Ana Costa' }],
    ['order_requests', { ...of, kind: 'change', words: 'x', change: '{}', change_version: 1, asked_by: doctor.id }],
    ['former_patient_names', { brand_id, order_id: of.order_id, name: 'x' }],
    [
      'attachments',
      { ...of, created_by: doctor.id, name: 'x', type: 'jpg', state: 'ready', size: 1, sha256: randomBytes(32) },
    ],
  ]
  for (const [table, values] of rows) await make.insert(brand_id, table, values)
  const full = (await wordsOfCases(laboratory)).map(({ name, type }) => {
    const [table = '', column = ''] = name.split('.')
    const value = type === 'jsonb' ? JSON.stringify({ comment: named }) : column.endsWith('_url') ? address : named
    return { name, table, column, value }
  })
  await make.within(brand_id, async client => {
    for (const { name, table, column, value } of full.filter(({ name }) => name !== 'orders.patient')) {
      const set = await client.query(`update ${table} set ${column} = $1`, [value])
      expect(set.rowCount, `${name}: something of its table is made here, or it stands in the list above`).toBe(1)
    }
  })
  /** Columns in which it can still be read. */
  const read = () =>
    make.within(brand_id, async client => {
      const found: string[] = []
      for (const { name, table, column } of full)
        if ((await client.query(`select from ${table} where ${column}::text ~* 'petit'`)).rowCount) found.push(name)
      return found
    })
  return { laboratory, order, names: full.map(({ name }) => name), read }
}
const address = 'https://scans.example/Jean%20Petit'

it('a name stands nowhere in a case any more, whoever wrote it wherever, once an administrator has taken it off', async () => {
  const { laboratory, order, names, read } = await caseFullOfTheName()
  expect(await read()).toEqual(names)
  const call = await as(await make.user(laboratory))
  expect((await call(`/api/staff/orders/${order.id}/patient-name`, { method: 'DELETE' })).status).toBe(204)
  expect(await read()).toEqual([])
})

it('nor once its time is over', async () => {
  const { laboratory, order, read } = await caseFullOfTheName()
  await make.within(laboratory.id, client =>
    client.query(
      `update orders set status = 'cancelled', held_from = null, hold_reason = null, hold_question = null,
         created_at = now() - interval '61 months' where id = $1`,
      [order.id],
    ),
  )
  expect(await read()).toContain('order_events.note')
  await removeWhatIsOver(database, [laboratory.id])
  expect(await read()).toEqual([])
})

it('nor in the reference that the practice’s own software gives the case: a part of a name, or one too short for that', async () => {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const call = await as(await make.user(laboratory))
  for (const [patient, reference, left] of [
    ['Jean Petit', 'petit-2026/14', '…'],
    ['Li Wu', 'Dossier li  wu 14', 'Dossier … 14'],
    ['Jean Petit', 'LOG-7781', 'LOG-7781'],
  ]) {
    const { id } = await make.order(practice, { patient, status: 'delivered', practice_reference: reference })
    expect((await call(`/api/staff/orders/${id}/patient-name`, { method: 'DELETE' })).status).toBe(204)
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select practice_reference as kept from orders where id = $1', [id]),
    )
    expect(rows).toEqual([{ kept: left }])
  }
})
