import { describe, expect, it } from 'vitest'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestLaboratory, TestPractice } from '#test/make.ts'
import { usualCustomerAccount } from '../customer-input.ts'
import { usualAccounts } from '../rules.ts'
import { type Booked, bookkeepingCalls } from '../staff-contract.ts'

const { app, make, as } = startTestApp()
const { booked, export: exported, accounts } = bookkeepingCalls
const march = '?from=2026-03-01&to=2026-03-31'

const accountingOf = async (laboratory: TestLaboratory) => as(await make.user(laboratory, { role: 'accounting' }))
const day = (on: string) => ({ issued_on: on, due_on: on })
const accountPath = ({ id }: { id: string }) => `/api/staff/bookkeeping/practices/${id}/account`

/** Exempt work of 100 € and a splint of 50 € before its VAT. */
const mixedInvoice = (practice: TestPractice, on: string) =>
  make.within(practice.laboratory.id, async client => {
    const { rows } = await client.query<{ id: string }>(
      `insert into invoices (brand_id, practice_id, type, amount_cents, net_cents, vat_cents, issued_on, due_on)
       values ($1, $2, 'invoice', 16_000, 15_000, 1_000, $3, $3) returning id`,
      [practice.laboratory.id, practice.id, on],
    )
    await client.query(
      `insert into invoice_lines (brand_id, practice_id, invoice_id, position, reference, label_fr, label_en, quantity,
         unit_price_cents, vat, vat_rate)
       values ($1, $2, $3, 1, 'FIX', 'Couronne', 'Crown', 1, 10_000, 'exempt', 0),
         ($1, $2, $3, 2, 'ORT', 'Gouttière', 'Splint', 1, 5_000, 'standard', 2_000)`,
      [practice.laboratory.id, practice.id, rows[0]?.id],
    )
    await client.query('select tenant.add_taxes($1, $2)', [practice.laboratory.id, rows[0]?.id])
  })

const paid = (practice: TestPractice, cents: number, on: string, returnedAs: string | null = null) =>
  make.within(practice.laboratory.id, client =>
    client.query(
      `with paid as (
         insert into payments (brand_id, practice_id, mode, means, amount_cents, provider, reference, status, settled_at)
         values ($1, $2, 'manual', 'check', abs($3::bigint), 'manual',
           'RF' || lpad(floor(random() * 1e14)::bigint::text, 14, '0'), 'succeeded', now())
         returning id)
       insert into invoices (brand_id, practice_id, type, amount_cents, payment_id, issued_on, due_on, returned_as)
       select $1, $2, 'paiement', -$3::bigint, id, $4, $4, $5::payment_return from paid`,
      [practice.laboratory.id, practice.id, cents, on, returnedAs],
    ),
  )

async function bookedIn(laboratory: TestLaboratory, query = march) {
  const answer = await (await accountingOf(laboratory))(`${booked.path}${query}`)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return ((await answer.json()) as { data: Booked }).data
}
async function linesIn(laboratory: TestLaboratory) {
  const answer = await (await accountingOf(laboratory))(`${exported.path}${march}`)
  expect(answer.status).toBe(200)
  const [, ...lines] = (await answer.text()).trimEnd().split('\r\n')
  return lines.map(line => line.split('\t'))
}

describe('the entries of a period', () => {
  it('are what was invoiced, credited, received and given back in it, and nothing else', async () => {
    const laboratory = await make.laboratory()
    const practice = await make.practice(laboratory)
    await make.invoice(practice, { ...day('2026-02-28'), amount_cents: 70_000 })
    const invoice = await make.invoice(practice, { ...day('2026-03-01'), amount_cents: 40_000 })
    await mixedInvoice(practice, '2026-03-31')
    await make.invoice(practice, {
      ...day('2026-03-31'),
      type: 'credit',
      amount_cents: -3_000,
      corrects_id: invoice.id,
    })
    await make.invoice(practice, { ...day('2026-03-31'), type: 'pro_forma', amount_cents: 90_000 })
    await make.invoice(practice, { ...day('2026-03-31'), type: 'initialBalance', amount_cents: 80_000 })
    await paid(practice, 30_000, '2026-03-15')
    await paid(practice, -1_000, '2026-03-16', 'rejection')
    await make.invoice(practice, { ...day('2026-04-01'), amount_cents: 9_000 })
    expect(await bookedIn(laboratory)).toEqual({
      pieces: { invoices: 2, credits: 1, payments: 1, returns: 1 },
      accounts: [
        { uses: ['customers'], account: '411000', debitCents: 57_000, creditCents: 33_000 },
        { uses: ['exemptSales'], account: '701000', debitCents: 3_000, creditCents: 50_000 },
        { uses: ['taxedSales'], account: '701100', debitCents: 0, creditCents: 5_000 },
        { uses: ['vat'], account: '445710', debitCents: 0, creditCents: 1_000 },
        { uses: ['bank'], account: '512000', debitCents: 0, creditCents: 1_000 },
        { uses: ['cheques'], account: '511200', debitCents: 30_000, creditCents: 0 },
      ],
      receivedBefore: 0,
      debitCents: 90_000,
      creditCents: 90_000,
    })
  })

  it('stand in the file in the order of their days, the whole of a piece together', async () => {
    const laboratory = await make.laboratory()
    const practice = await make.practice(laboratory, { name: 'Cabinet des Lilas' })
    await mixedInvoice(practice, '2026-03-20')
    await paid(practice, 5_000, '2026-03-10')
    const lines = await linesIn(laboratory)
    expect(lines.map(([journal, , , on, account]) => [journal, on, account])).toEqual([
      ['BQ', '20260310', '411000'],
      ['BQ', '20260310', '511200'],
      ['VE', '20260320', '411000'],
      ['VE', '20260320', '701000'],
      ['VE', '20260320', '701100'],
      ['VE', '20260320', '445710'],
    ])
    expect(lines[2]?.slice(6, 8)).toEqual([usualCustomerAccount(practice.id), 'Cabinet des Lilas'])
    const sum = (column: number) => lines.reduce((cents, line) => cents + Number(line[column]?.replace(',', '')), 0)
    expect([sum(11), sum(12)]).toEqual([21_000, 21_000])
  })

  it('are those of one journal where only that is wanted, and say what came before and was entered later', async () => {
    const laboratory = await make.laboratory({ company_name: 'Labo d’Émail' })
    const practice = await make.practice(laboratory)
    await make.invoice(practice, { ...day('2026-03-10'), amount_cents: 40_000 })
    await paid(practice, 5_000, '2026-03-11')
    await make.within(laboratory.id, client =>
      client.query(`update payments set received_on = '2026-02-27' where brand_id = $1`, [laboratory.id]),
    )
    expect(await bookedIn(laboratory, `${march}&journal=salesJournal`)).toMatchObject({
      pieces: { invoices: 1, payments: 0 },
      receivedBefore: 0,
      debitCents: 40_000,
    })
    expect(await bookedIn(laboratory, `${march}&journal=paymentsJournal`)).toMatchObject({
      pieces: { invoices: 0, payments: 1 },
      receivedBefore: 1,
      debitCents: 5_000,
    })
    const accounting = await accountingOf(laboratory)
    const nameOf = (answer: Response) => /filename="(.+?)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
    const answer = await accounting(`${exported.path}${march}&journal=paymentsJournal`)
    // Different names, so that files do not overwrite each other in a folder.
    expect([
      nameOf(await accounting(`${exported.path}${march}`)),
      nameOf(await accounting(`${exported.path}${march}&journal=salesJournal`)),
      nameOf(answer),
    ]).toEqual([
      'Labo-d-Email-ecritures-2026-03-01-2026-03-31.txt',
      'Labo-d-Email-ecritures-ventes-2026-03-01-2026-03-31.txt',
      'Labo-d-Email-ecritures-reglements-2026-03-01-2026-03-31.txt',
    ])
    const lines = (await answer.text()).trimEnd().split('\r\n').slice(1)
    expect(lines.map(line => line.split('\t').slice(3, 10))).toMatchObject([
      [
        '20260311',
        '411000',
        'Clients',
        expect.any(String),
        expect.any(String),
        expect.stringMatching(/^RE-/),
        '20260227',
      ],
      ['20260311', '511200', 'Chèques à encaisser', '', '', expect.stringMatching(/^RE-/), '20260227'],
    ])
  })

  it('have one row and one label for a code that two places of money share', async () => {
    const laboratory = await make.laboratory()
    const practice = await make.practice(laboratory)
    await paid(practice, 5_000, '2026-03-11')
    await paid(practice, -2_000, '2026-03-12', 'refund')
    const ask = await accountingOf(laboratory)
    const body = { ...usualAccounts, cheques: usualAccounts.bank, seen: usualAccounts }
    expect((await ask(accounts.path, { method: 'PUT', body })).status).toBe(204)
    expect((await bookedIn(laboratory)).accounts.slice(1)).toEqual([
      { uses: ['bank', 'cheques'], account: '512000', debitCents: 5_000, creditCents: 2_000 },
    ])
    const labels = (await linesIn(laboratory)).filter(line => line[4] === '512000').map(line => line[5])
    expect(labels).toEqual(['Banque', 'Banque'])
  })

  it('are none where there was nothing, and never those of another laboratory', async () => {
    const elsewhere = await make.practice(await make.laboratory())
    await make.invoice(elsewhere, { ...day('2026-03-10'), amount_cents: 40_000 })
    const laboratory = await make.laboratory()
    expect(await bookedIn(laboratory)).toMatchObject({ accounts: [], debitCents: 0, creditCents: 0 })
    expect(await linesIn(laboratory)).toEqual([])
  })

  it.each([
    ['?from=2026-03-31&to=2026-03-01', 'period_wrong'],
    ['?from=2025-03-01&to=2026-03-31', 'period_too_long'],
  ])('are asked for by a period of a year at most: %s is %s', async (query, code) => {
    const ask = await accountingOf(await make.laboratory())
    for (const { path } of [booked, exported])
      expect(await problemOf(await ask(`${path}${query}`))).toMatchObject({
        status: 422,
        errors: [{ path: 'query.to', code }],
      })
  })

  it('are on record when they are taken away', async () => {
    const laboratory = await make.laboratory()
    await linesIn(laboratory)
    await app.writeSightings()
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select kind from audit_events where brand_id = $1 and kind = $2', [
        laboratory.id,
        'invoices_exported',
      ]),
    )
    expect(rows).toHaveLength(1)
  })
})

describe('the accounts', () => {
  const own = { ...usualAccounts, customers: '411 cli', exemptSales: '706000' }

  it('are the usual ones until they are said, and hold for earlier periods then', async () => {
    const laboratory = await make.laboratory()
    const practice = await make.practice(laboratory)
    await make.invoice(practice, { ...day('2026-03-10'), amount_cents: 40_000 })
    const ask = await accountingOf(laboratory)
    expect(await (await ask(accounts.path)).json()).toEqual({ data: usualAccounts })
    const said = { method: 'PUT', body: { ...own, seen: usualAccounts } } as const
    expect((await ask(accounts.path, said)).status).toBe(204)
    // Repeated after a lost answer.
    expect((await ask(accounts.path, said)).status).toBe(204)
    expect(await (await ask(accounts.path)).json()).toEqual({ data: { ...own, customers: '411CLI' } })
    expect((await bookedIn(laboratory)).accounts.map(({ account }) => account)).toEqual(['411CLI', '706000'])
  })

  it('that somebody else has changed meanwhile are not overwritten', async () => {
    const ask = await accountingOf(await make.laboratory())
    await ask(accounts.path, { method: 'PUT', body: { ...own, seen: usualAccounts } })
    const answer = await ask(accounts.path, {
      method: 'PUT',
      body: { ...usualAccounts, bank: '512100', seen: usualAccounts },
    })
    expect(await problemOf(answer)).toMatchObject({ status: 409, code: 'changed_meanwhile' })
  })

  it('of two who change them at once one is told', async () => {
    const laboratory = await make.laboratory()
    const [one, other] = [await accountingOf(laboratory), await accountingOf(laboratory)]
    const answers = await Promise.all([
      one(accounts.path, { method: 'PUT', body: { ...usualAccounts, bank: '512100', seen: usualAccounts } }),
      other(accounts.path, { method: 'PUT', body: { ...usualAccounts, bank: '512200', seen: usualAccounts } }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
  })

  it.each([
    ['customers', '4', 'account_wrong'],
    ['customers', '701000', 'class_wrong'],
    ['taxedSales', '411000', 'class_wrong'],
    ['cards', '411000', 'said_twice'],
    ['vat', '411000', 'said_twice'],
    ['paymentsJournal', 'VE', 'said_twice'],
    ['vat', '', 'required'],
    ['bank', '512-000', 'account_wrong'],
    ['salesJournal', 'VENTES1', 'journal_wrong'],
  ])('%s is not %j', async (name, said, code) => {
    const ask = await accountingOf(await make.laboratory())
    const answer = await ask(accounts.path, {
      method: 'PUT',
      body: { ...usualAccounts, [name]: said, seen: usualAccounts },
    })
    expect(await problemOf(answer)).toMatchObject({ status: 422, errors: [{ path: name, code }] })
  })
})

describe('the account of a practice', () => {
  const set = (account: string, seen = '') => ({ method: 'PUT', body: { account, seen } }) as const

  it('is said once, stands on its entries, and can be taken back', async () => {
    const laboratory = await make.laboratory()
    const practice = await make.practice(laboratory)
    await make.invoice(practice, { ...day('2026-03-10'), amount_cents: 40_000 })
    const ask = await accountingOf(laboratory)
    expect((await ask(accountPath(practice), set('lilas 1'))).status).toBe(204)
    expect((await ask(accountPath(practice), set('lilas 1'))).status).toBe(204)
    expect((await linesIn(laboratory))[0]?.[6]).toBe('LILAS1')
    const { data } = await (await ask(`/api/staff/billing/practices/${practice.id}`)).json()
    expect(data.customerAccount).toEqual({ said: 'LILAS1', usual: usualCustomerAccount(practice.id) })
    expect((await ask(accountPath(practice), set('', 'LILAS1'))).status).toBe(204)
    expect((await linesIn(laboratory))[0]?.[6]).toBe(usualCustomerAccount(practice.id))
  })

  it('is no other practice’s of the laboratory, nor like the usual one of any, nor overwritten unseen', async () => {
    const laboratory = await make.laboratory()
    const [practice, other] = [await make.practice(laboratory), await make.practice(laboratory)]
    const ask = await accountingOf(laboratory)
    await ask(accountPath(practice), set('LILAS'))
    expect(await problemOf(await ask(accountPath(other), set('LILAS')))).toMatchObject({
      status: 409,
      code: 'account_taken',
    })
    expect(await problemOf(await ask(accountPath(practice), set('ROSES')))).toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
    })
    for (const wrong of [usualCustomerAccount(other.id), 'LILAS-1', 'X'.repeat(18)])
      expect(await problemOf(await ask(accountPath(other), set(wrong)))).toMatchObject({
        status: 422,
        errors: [{ path: 'account', code: 'account_wrong' }],
      })
    const elsewhere = await make.laboratory()
    const stranger = await make.practice(elsewhere)
    expect((await ask(accountPath(stranger), set('STRANGER'))).status).toBe(404)
    expect((await (await accountingOf(elsewhere))(accountPath(stranger), set('LILAS'))).status).toBe(204)
  })

  it('is one’s alone, of two who say it of two practices at once', async () => {
    const laboratory = await make.laboratory()
    const practices = [await make.practice(laboratory), await make.practice(laboratory)]
    const ask = await accountingOf(laboratory)
    const answers = await Promise.all(practices.map(practice => ask(accountPath(practice), set('LILAS'))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
  })
})

it('neither accounts nor entries are for a practice, or for who does not keep the books', async () => {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const others = [await make.user(practice), await make.user(laboratory, { role: 'production' })]
  for (const user of others) {
    const ask = await as(user)
    expect((await ask(accounts.path)).status).toBe(403)
    expect((await ask(`${booked.path}${march}`)).status).toBe(403)
    expect((await ask(`${exported.path}${march}`)).status).toBe(403)
    expect((await ask(accountPath(practice), { method: 'PUT', body: { account: 'X', seen: '' } })).status).toBe(403)
  }
})
