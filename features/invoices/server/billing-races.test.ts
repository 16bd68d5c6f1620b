import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { dataOf, post, startBillingTests } from '#test/billing.ts'
import type { TestLaboratory } from '#test/make.ts'
import { today } from '#test/today.ts'
import { continueRun } from './billing-sql.ts'

const { app, make, as, owner, laboratoryThatBills, deliveredCase, issue } = startBillingTests()

/** Holds locks on these rows until they are released. */
async function holding({ id }: TestLaboratory, locking: string, values: unknown[]) {
  const client = await owner.connect()
  await client.query('begin')
  await client.query('select tenant.set_context($1, null, null)', [id])
  await client.query(locking, values)
  const { rows } = await client.query('select pg_current_xact_id()::xid as it')
  return {
    /** Also returns once `unless` settles: a poll that outlived its test would move the clock of the next one. */
    isWaitedFor: async (unless?: Promise<unknown>) => {
      let hasCome = false
      void unless?.then(() => {
        hasCome = true
      })
      const waiting = 'select from pg_locks where not granted and transactionid = $1::xid'
      await expect.poll(async () => hasCome || (await owner.query(waiting, [rows[0].it])).rowCount).toBeTruthy()
    },
    free: async () => {
      await client.query('commit')
      client.release()
    },
  }
}

it('a case that is delivered while a run waits for another one is left to the next run', async () => {
  const lab = await laboratoryThatBills()
  const { laboratory, practice } = lab
  const staff = await as(await make.user(laboratory))
  const busy = await deliveredCase(lab, practice)
  const late = await deliveredCase(lab, practice, [lab.crown], { status: 'shipped' })
  const billed = () =>
    make.within(laboratory.id, async client => {
      const { rows } = await client.query('select order_id as id from invoice_orders where is_current')
      return rows.map(({ id }) => id)
    })
  const run = await dataOf(await lab.accounting('/api/staff/billing/runs', post({ until: today })))
  const busyWith = await holding(laboratory, 'select from orders where id = $1 for no key update', [busy.id])
  const running = openLaboratoryOf(app.api.services.database, laboratory.id, 'write', opened =>
    continueRun(opened, run.id, 25),
  )
  await busyWith.isWaitedFor()
  const delivered = { status: 'delivered', from: 'shipped' }
  expect((await staff(`/api/staff/orders/${late.id}/status`, { body: delivered })).status).toBe(204)
  await busyWith.free()
  await running
  expect(await billed()).toEqual([busy.id])
  const back = { orderIds: [late.id], reason: 'Mauvais cabinet' }
  expect((await staff('/api/staff/orders/taken-back', { body: back })).status).toBe(204)
})

it('the VAT of the books changes before a piece or after it, never while it is made', async () => {
  for (const [splits, isExemptAtFirst] of [
    [true, true],
    [true, false],
    [false, false],
  ] as const) {
    const lab = await laboratoryThatBills({ splits_vat: splits, is_vat_exempt: isExemptAtFirst })
    const { laboratory } = lab
    const order = await deliveredCase(lab, lab.practice, [lab.crown, lab.splint])
    await make.insert(laboratory.id, 'piece_counters', {
      brand_id: laboratory.id,
      type: 'invoice',
      year: Number(today.slice(0, 4)),
      last_number: 1,
      last_on: today,
    })
    const administrator = await as(await make.user(laboratory))
    const { workplace, missing, ...settings } = await dataOf(await administrator('/api/staff/billing/settings'))
    const changed = {
      ...settings,
      vatRegime: isExemptAtFirst ? 'number' : 'small_business',
      vatNumber: 'FR44732829320',
    }
    const numbering = 'select from piece_counters where brand_id = $1 for update'
    const busyWith = await holding(laboratory, numbering, [laboratory.id])
    const issued = issue(lab.accounting, lab.practice, [order])
    await busyWith.isWaitedFor()
    const saved = administrator('/api/staff/billing/settings', { method: 'PUT', body: changed })
    await pause(100)
    await busyWith.free()
    expect([(await issued).status, (await saved).status]).toEqual([201, 200])
    const { rows } = await make.within(laboratory.id, client =>
      client.query(
        `select l.reference, l.vat, t.exemption_code as "because"
         from invoice_lines l join invoice_taxes t using (brand_id, invoice_id, vat)`,
      ),
    )
    const because = isExemptAtFirst ? 'VATEX-FR-FRANCHISE' : 'VATEX-FR-CGI261-4'
    const [crown, splint] = [lab.crown.reference, lab.splint.reference].map(wanted =>
      rows.filter(({ reference }) => reference === wanted).map(({ vat, because }) => [vat, because]),
    )
    expect(crown).toEqual([['exempt', because]])
    expect(splint).toEqual([isExemptAtFirst ? ['exempt', because] : ['standard', null]])
  }
})

it('a credit note that comes while a practice spends its credit is left to whoever is at it', async () => {
  const lab = await laboratoryThatBills()
  const { laboratory, practice } = lab
  const manager = await as(await make.user(practice, { account_type: 'manager' }))
  const credit = (cents: number, { id }: { id: string }) =>
    make.invoice(practice, { type: 'credit', amount_cents: -cents, corrects_id: id })
  const [chosen, other] = [await make.invoice(practice, { amount_cents: 9_000 }), await make.invoice(practice)]
  await credit(2_000, other)
  const busyWith = await holding(laboratory, 'select from invoices where id = $1 for no key update', [chosen.id])
  const spent = manager(
    '/api/invoices/spend-credit',
    post({ invoices: [{ id: chosen.id, leftCents: 7_000 }], spentCents: 2_000 }),
  )
  await busyWith.isWaitedFor()
  const late = await credit(5_000, other)
  // The bookkeeper sets it against another invoice in a transaction still open.
  const books = await holding(
    laboratory,
    `insert into allocations (brand_id, practice_id, credit_id, debit_id, cents)
     select brand_id, practice_id, $1, id, 5000 from invoices where id = $2`,
    [late.id, other.id],
  )
  await busyWith.free()
  await books.isWaitedFor(spent)
  await books.free()
  expect(await dataOf(await spent)).toMatchObject({ spentCents: 2_000 })
  const { rows } = await make.within(laboratory.id, client =>
    client.query('select due_cents::int as due from invoices where id = any($1) order by due_cents', [
      [chosen.id, late.id],
    ]),
  )
  expect(rows).toEqual([{ due: 0 }, { due: 7_000 }])
})

it('whose right is taken away while they wait is refused, and nothing has happened', async () => {
  const { laboratory } = await laboratoryThatBills()
  const { id } = await make.practice(laboratory, { rpps_siret_siren: '404833048' })
  const user = await make.user(laboratory, { role: 'accounting' })
  const accounting = await as(user)
  const busyWith = await holding(laboratory, 'select from practices where id = $1 for no key update', [id])
  const entering = accounting(`/api/staff/billing/practices/${id}/number`, {
    method: 'PUT',
    body: { rppsSiretSiren: '732829320', seen: '404833048' },
  })
  await busyWith.isWaitedFor()
  const administrator = await as(await make.user(laboratory))
  const role = { body: { role: 'driver' } }
  expect((await administrator(`/api/staff/team/${user.id}/role`, role)).status).toBe(204)
  await busyWith.free()
  const refused = await entering
  expect([refused.status, (await refused.json()).code]).toEqual([403, 'forbidden'])
  const { rows } = await make.within(laboratory.id, client =>
    client.query('select rpps_siret_siren as number from practices where id = $1', [id]),
  )
  expect(rows).toEqual([{ number: '404833048' }])
})

it('of one cheque that two windows enter at once, though nothing is due, one is entered', async () => {
  const { laboratory, practice, accounting } = await laboratoryThatBills()
  const cheque = {
    practiceId: practice.id,
    amountCents: 4_000,
    receivedOn: today,
    means: 'check',
    payerReference: 'CHQ 9',
  }
  const enter = (more: object = {}) => accounting('/api/staff/payments', post({ ...cheque, ...more }))
  await enter({ payerReference: 'CHQ 8' })
  // Holding the counter makes others wait after all checks, when they draw a number.
  const counting = await holding(laboratory, 'select from piece_counters where brand_id = $1 for update', [
    laboratory.id,
  ])
  const first = enter()
  await counting.isWaitedFor(first)
  const second = enter()
  await pause(500)
  await counting.free()
  expect((await Promise.all([first, second])).map(({ status }) => status)).toEqual([201, 409])
})
