import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { sealLines } from '#features/audit/server/sql.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestLaboratory, TestPractice } from '#test/make.ts'
import { removalKinds } from '../removal-kinds.ts'
import { kept } from './kept-sql.ts'
import { removeWhatIsOver } from './remove-due.ts'

const { app, make, as, owner } = startTestApp()
const { database } = app.api.services

/** Moves the clock: rows of this age were written so long ago. */
const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const inYears = (years: number) => dayOf(new Date(Date.now() + years * 365.25 * 86_400_000))

const countOf = async ({ id }: TestLaboratory, table: string) =>
  (await make.within(id, client => client.query(`select from ${table}`))).rowCount

async function addLine(of: TestLaboratory, requestId: string, at: Date) {
  await make.insert(of.id, 'audit_events', { brand_id: of.id, kind: 'signed_in', request_id: requestId, at })
}
const seal = (of: TestLaboratory) => openLaboratoryOf(database, of.id, 'write', sealLines)
const linesOf = async ({ id }: TestLaboratory) =>
  (
    await make.within(id, client =>
      client.query<{ request_id: string }>(
        `select request_id from audit_events where kind <> 'patient_name_erased' order by id`,
      ),
    )
  ).rows.map(({ request_id }) => request_id)

async function signStatement(practice: TestPractice, keptUntil: string) {
  const { id: brand_id } = practice.laboratory
  const staff = await make.user(practice.laboratory)
  const { id: order_id } = await make.order(practice)
  await make.insert(brand_id, 'traceability_statements', {
    brand_id,
    practice_id: practice.id,
    order_id,
    version: 1,
    number: `FT-${keptUntil}`,
    content: '{}',
    signed_by: staff.id,
    signed_by_name: 'Ana Costa',
    kept_until: keptUntil,
  })
}

/** For every kind, an expired row and a younger one. */
async function laboratoryWithOldThings() {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const user = await make.user(practice)
  const { id: brand_id } = laboratory
  const ofUser = { brand_id, user_id: user.id }
  await addLine(laboratory, 'thirteen months', ago(396))
  await addLine(laboratory, 'eleven months', ago(334))
  await seal(laboratory)
  for (const years of [-0.1, 9.9, 14.9]) await signStatement(practice, inYears(years))
  for (const [days, status] of [
    [1_900, 'delivered'],
    [1_900, 'in_production'],
    [1_700, 'delivered'],
  ] as const)
    await make.order(practice, { patient: 'Jean Petit', status, created_at: ago(days) })
  for (const days of [91, 89])
    await make.insert(brand_id, 'sessions', {
      ...ofUser,
      used_at: ago(days),
      ended_at: ago(days),
      ended_because: 'logout',
      refresh_seed: randomBytes(32),
    })
  for (const days of [2.1, 1.9])
    await make.insert(brand_id, 'idempotency_keys', {
      ...ofUser,
      route: 'POST /',
      key: String(days),
      fingerprint: randomBytes(32),
      status: 201,
      body: '{}',
      created_at: ago(days),
    })
  for (const days of [0.1, -0.005])
    await make.insert(brand_id, 'password_links', {
      ...ofUser,
      token_hash: randomBytes(32),
      purpose: 'reset',
      created_at: ago(days + 0.01),
      expires_at: ago(days),
    })
  for (const days of [31, 29])
    await make.insert(brand_id, 'mails', {
      brand_id,
      recipient: 'a@example.test',
      sender: 'b@example.test',
      sender_name: 'L',
      subject: 'x',
      state: 'sent',
      settled_at: ago(days),
    })
  const staff = await make.user(laboratory)
  for (const days of [370, 360]) {
    const given = ['rpps_siret_siren', 'title', 'gender', 'last_name', 'first_name', 'address', 'postal_code', 'city']
    await make.insert(brand_id, 'signup_requests', {
      brand_id,
      ...Object.fromEntries(given.map(name => [name, 'x'])),
      country_code: 'FR',
      phone: '0102030405',
      email1_label: 'x',
      email1: 'a@example.test',
      language: 'fr',
      fingerprint: randomBytes(32),
      network: randomBytes(32),
      state: 'refused',
      decided_by: staff.id,
      decided_at: ago(days),
    })
  }
  for (const days of [370, 360]) {
    const { id: user_id } = await make.user(practice)
    await make.insert(brand_id, 'order_drafts', { brand_id, user_id, content: '{}', updated_at: ago(days) })
  }
  for (const days of [61, 59]) {
    const { id: order_id } = await make.order(practice)
    await make.insert(brand_id, 'unread_cases', { ...ofUser, practice_id: practice.id, order_id, since: ago(days) })
  }
  const station_id = randomUUID()
  await make.insert(brand_id, 'stations', { id: station_id, brand_id, name: 'Fraisage' })
  for (const days of [1_900, 1_700]) {
    const { id: order_id } = await make.order(practice)
    const visit = { brand_id, station_id, order_id, began_at: ago(days), ended_at: ago(days) }
    await make.insert(brand_id, 'station_visits', visit)
  }
  await make.insert(brand_id, 'card_settings', { brand_id, provider: 'sandbox' })
  for (const days of [370, 360])
    await make.insert(brand_id, 'sandbox_checkouts', {
      brand_id,
      payment_id: randomUUID(),
      label: 'FA-2025-000001',
      amount_cents: 100,
      return_url: 'https://portal.test/invoices',
      created_at: ago(days),
    })
  for (const hours of [25, 23])
    await make.insert(brand_id, 'imports', {
      brand_id,
      kind: 'products',
      file_name: 'catalogue.csv',
      delimiter: ';',
      headings: ['Référence'],
      created_by: staff.id,
      created_at: new Date(Date.now() - hours * 3_600_000),
    })
  return { laboratory, practice }
}

const tables = [
  'audit_events',
  'traceability_statements',
  'sessions',
  'idempotency_keys',
  'password_links',
  'mails',
  'signup_requests',
  'order_drafts',
  'unread_cases',
  'station_visits',
  'sandbox_checkouts',
  'imports',
]
const contentsOf = async (of: TestLaboratory) => {
  const counts: Record<string, number | null> = {}
  for (const table of tables) counts[table] = await countOf(of, table)
  return counts
}
type Removal = { kind: string; count: number; until: string | null; lastAt: string }
async function removalsOf(of: TestLaboratory): Promise<Removal[]> {
  const response = await (await as(await make.user(of)))('/api/staff/removals')
  expect(response.status).toBe(200)
  return ((await response.json()) as { data: Removal[] }).data
}

describe('S59: what is kept no longer', () => {
  it('goes, of every kind, and what is younger stays: statements 10 and 15 years, logs 12 months, used keys and links', async () => {
    const { laboratory, practice } = await laboratoryWithOldThings()
    const { laboratory: other } = await laboratoryWithOldThings()
    await removeWhatIsOver(database, [laboratory.id])
    expect(await contentsOf(laboratory)).toEqual({
      ...Object.fromEntries(tables.map(name => [name, 1])),
      traceability_statements: 2,
      // Removing a name writes a line of its own.
      audit_events: 2,
    })
    expect(await linesOf(laboratory)).toEqual(['eleven months'])
    const { rows } = await make.within(laboratory.id, client =>
      client.query(
        'select patient, status from orders where practice_id = $1 and status <> $2 order by status desc, patient nulls first',
        [practice.id, 'registered'],
      ),
    )
    expect(rows).toEqual([
      { patient: null, status: 'delivered' },
      { patient: 'Jean Petit', status: 'delivered' },
      { patient: 'Jean Petit', status: 'in_production' },
    ])
    // Another laboratory keeps its rows until its turn.
    expect(await contentsOf(other)).toEqual({
      ...Object.fromEntries(tables.map(name => [name, 2])),
      traceability_statements: 3,
    })
  })

  it('is on record: how much of each kind and until when, for the laboratory’s administrator, once however often it ran', async () => {
    const { laboratory } = await laboratoryWithOldThings()
    await removeWhatIsOver(database, [laboratory.id])
    await removeWhatIsOver(database, [laboratory.id])
    const removals = await removalsOf(laboratory)
    expect(removals.map(({ kind, count }) => [kind, count]).toSorted()).toEqual(
      removalKinds.map(kind => [kind, 1]).toSorted(),
    )
    const untilOf = (kind: string) => removals.find(removal => removal.kind === kind)?.until
    expect(dayOf(new Date(untilOf('mails') ?? ''))).toBe(dayOf(ago(30)))
    expect(untilOf('statements')).toBeNull()
    expect(kept.map(({ kind }) => kind)).toEqual(removalKinds)
  })

  it('goes in batches, and what was cut off goes on with the next round', async () => {
    const laboratory = await make.laboratory()
    for (let line = 1; line <= 7; line += 1) await addLine(laboratory, `old ${line}`, ago(400))
    await addLine(laboratory, 'young', ago(1))
    await seal(laboratory)
    const someOf = () => removeWhatIsOver(database, [laboratory.id], { batch: 2, batches: 2 })
    await someOf()
    expect(await countOf(laboratory, 'audit_events')).toBe(4)
    await someOf()
    expect(await linesOf(laboratory)).toEqual(['young'])
    expect((await removalsOf(laboratory)).map(({ kind, count }) => [kind, count])).toEqual([['audit', 7]])
  })

  it('is taken away by one process at a time, and counted once', async () => {
    const { laboratory } = await laboratoryWithOldThings()
    await Promise.all(Array.from({ length: 4 }, () => removeWhatIsOver(database, [laboratory.id])))
    await removeWhatIsOver(database, [laboratory.id])
    expect((await removalsOf(laboratory)).map(({ count }) => count)).toEqual(removalKinds.map(() => 1))
  })

  it('is left to whoever is at it already, without waiting', async () => {
    const { laboratory } = await laboratoryWithOldThings()
    const before = await contentsOf(laboratory)
    const other = await owner.connect()
    try {
      await other.query('begin')
      await other.query(`select pg_advisory_xact_lock(hashtextextended('retention/' || $1, 0))`, [laboratory.id])
      await removeWhatIsOver(database, [laboratory.id])
      expect(await contentsOf(laboratory)).toEqual(before)
    } finally {
      await other.query('rollback')
      other.release()
    }
    await removeWhatIsOver(database, [laboratory.id])
    expect(await removalsOf(laboratory)).toHaveLength(removalKinds.length)
  })

  it('of which one kind cannot be taken away does not keep the others', async () => {
    const { laboratory } = await laboratoryWithOldThings()
    await make.within(laboratory.id, client =>
      client.query(`update audit_events set user_id = gen_random_uuid() where request_id = 'thirteen months'`),
    )
    await expect(removeWhatIsOver(database, [laboratory.id])).rejects.toThrow()
    expect(await linesOf(laboratory)).toEqual(['thirteen months', 'eleven months'])
    expect((await removalsOf(laboratory)).map(({ kind }) => kind)).not.toContain('audit')
    expect(await removalsOf(laboratory)).toHaveLength(removalKinds.length - 1)
  })
})

it('an invoice and its document are kept whatever their age: the runtime role may delete nothing of them', async () => {
  const laboratory = await make.laboratory()
  for (const years of [9.9, 30])
    await make.invoice(await make.practice(laboratory), {
      issued_on: dayOf(ago(years * 365)),
      created_at: ago(years * 365),
    })
  await removeWhatIsOver(database, [laboratory.id])
  for (const table of ['invoices', 'invoice_lines', 'invoice_documents'])
    expect(await countOf(laboratory, table), table).toBe(2)
  for (const table of ['invoice_lines', 'invoices', 'invoice_documents', 'document_logos', 'allocations', 'payments'])
    await expect(
      openLaboratoryOf(database, laboratory.id, 'write', ({ tx }) =>
        sql`delete from ${sql.table(table)} where brand_id = ${laboratory.id}`.execute(tx),
      ),
      table,
    ).rejects.toThrow('permission denied')
})

describe('nobody but the laboratory itself, and nobody early', () => {
  const functions = ['remove_old_audit', 'remove_old_statements', 'remove_old_sessions', 'remove_old_patient_names']

  it.each(functions)('tenant.%s is refused in the context of a user and in none', async name => {
    const laboratory = await make.laboratory()
    const client = await owner.connect()
    try {
      for (const audience of ['practice', 'staff', undefined]) {
        await client.query('begin')
        if (audience)
          await client.query(`select tenant.set_context($1, gen_random_uuid(), gen_random_uuid(), $2)`, [
            laboratory.id,
            audience,
          ])
        await expect(client.query(`select tenant.${name}(10)`), audience ?? 'nobody').rejects.toThrow('by itself')
        await client.query('rollback')
      }
    } finally {
      client.release()
    }
  })

  it('the record of what went can be neither written by staff nor made smaller', async () => {
    const laboratory = await make.laboratory()
    const row = { brand_id: laboratory.id, kind: 'audit', count: 5 }
    await make.insert(laboratory.id, 'removals', row)
    const smaller = make.within(laboratory.id, client => client.query('update removals set count = 1'))
    await expect(smaller).rejects.toThrow('stays on record')
    await expect(
      openLaboratoryOf(database, laboratory.id, 'write', ({ tx }) => tx.deleteFrom('removals').execute()),
    ).rejects.toThrow()
  })
})

it('what has gone is read by an administrator of the laboratory and nobody else', async () => {
  const { laboratory, practice } = await laboratoryWithOldThings()
  const { laboratory: other } = await laboratoryWithOldThings()
  await removeWhatIsOver(database, [laboratory.id])
  expect(await removalsOf(other)).toEqual([])
  for (const role of ['production', 'accounting', 'driver']) {
    const refused = await problemOf(await (await as(await make.user(laboratory, { role })))('/api/staff/removals'))
    expect(refused.status, role).toBe(403)
  }
  const manager = await as(await make.user(practice, { account_type: 'manager' }))
  expect((await manager('/api/staff/removals')).status).toBe(403)
})
