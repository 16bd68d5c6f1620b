import { type RawBuilder, sql } from 'kysely'
import { expect, it } from 'vitest'
import { hashOfProgramKey } from '#tenancy/server/program-guard.ts'
import { programOf, refusalOf } from '#test/asking-as-program.ts'
import { dataOf, startBillingTests } from '#test/billing.ts'
import { today } from '#test/today.ts'

const billing = startBillingTests()
const { laboratoryThatBills, deliveredCase, make } = billing
const { database } = billing.app.api.services

async function twoPrograms() {
  const lab = await laboratoryThatBills()
  const software = await programOf(billing, lab.laboratory)
  const another = await programOf(billing, lab.laboratory, 'Autre logiciel')
  const piece = (more: object = {}) => ({
    practice: { id: lab.practice.id },
    number: 'F1-2026',
    date: today,
    netCents: 10_000,
    vatCents: 0,
    ...more,
  })
  const made = await dataOf(await software.put('/invoices/F1', piece()))
  /** Calls the database as the application would without its own checks. */
  const inDatabase = (key: string, statement: RawBuilder<unknown>) =>
    database.withTenant(
      { for: 'program', host: lab.laboratory.host, address: '192.0.2.1', secretHash: hashOfProgramKey(key) },
      'write',
      async tx => (await statement.execute(tx)).rows,
    )
  return { ...lab, software, another, piece, made, inDatabase }
}

it('in the database, too, a piece takes cases and a paper from nobody but the program that has issued it', async () => {
  const { software, another, made, inDatabase } = await twoPrograms()
  const give = sql`select tenant.give_document(${made.id}::uuid, 5, ${'0'.repeat(64)}) as outcome`
  expect(await inDatabase(another.key, give)).toEqual([{ outcome: 'not_found' }])
  expect(await inDatabase(software.key, give)).toEqual([{ outcome: 'given' }])
  const bill = sql`select tenant.bill_more_cases(${made.id}::uuid, '{}') as outcome`
  await expect(inDatabase(another.key, bill)).rejects.toThrow('a piece of another one')
  expect(await inDatabase(software.key, bill)).toEqual([{ outcome: null }])
})

it('in the database, too, nobody but a program says what it has issued and received', async () => {
  const { made, laboratory } = await twoPrograms()
  const statements = [
    sql`select tenant.record_piece('X', '{}')`,
    sql`select tenant.bill_more_cases(${made.id}::uuid, '{}')`,
    sql`select tenant.give_document(${made.id}::uuid, 5, ${'0'.repeat(64)})`,
    sql`select tenant.record_payment('X', '{}')`,
    sql`select tenant.take_back_payment('X', 'mistake')`,
  ]
  const administrator = await make.user(laboratory)
  const session = await billing.accessTokens.verify(await billing.tokenFor(administrator))
  if (!session) throw new Error('This session is one of the tests.')
  for (const statement of statements)
    await expect(
      database.withTenant({ for: 'session', host: laboratory.host, ...session }, 'write', tx => statement.execute(tx)),
    ).rejects.toThrow('a program of the laboratory says this')
})

it('what a program has named stays named so', async () => {
  const { software, laboratory, practice } = await twoPrograms()
  await dataOf(
    await software.put('/payments/P1', {
      practice: { id: practice.id },
      amountCents: 5_000,
      receivedOn: today,
      means: 'check',
    }),
  )
  for (const [table, statement] of [
    ['program_pieces', `update program_pieces set external_id = 'F9'`],
    ['program_payments', 'delete from program_payments'],
  ] as const)
    await expect(make.within(laboratory.id, client => client.query(statement))).rejects.toMatchObject({
      constraint: `${table}__only_grows`,
    })
})

it('a piece is of cases of its practice, and takes back what its practice owes', async () => {
  const lab = await twoPrograms()
  const { software, piece, laboratory } = lab
  const elsewhere = await make.practice(laboratory)
  const foreign = await deliveredCase(lab, elsewhere)
  expect(
    await refusalOf(await software.put('/invoices/F2', piece({ number: 'F2-2026', orders: [{ id: foreign.id }] }))),
  ).toEqual([422, 'input_invalid', 'orders not_known'])
  const credit = piece({
    type: 'credit',
    number: 'A1-2026',
    practice: { id: elsewhere.id },
    corrects: { externalId: 'F1' },
  })
  expect(await refusalOf(await software.put('/invoices/A1', credit))).toEqual([409, 'not_creditable'])
})

it('of the same name sent twice at once one is made, and the other finds it', async () => {
  const { software, piece } = await twoPrograms()
  const both = await Promise.all([1, 2, 3].map(() => software.put('/invoices/F2', piece({ number: 'F2-2026' }))))
  const outcomes = (await Promise.all(both.map(dataOf))).map(({ outcome }) => outcome)
  expect(outcomes.toSorted()).toEqual(['created', 'unchanged', 'unchanged'])
})
