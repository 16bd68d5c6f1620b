import { describe, expect, it } from 'vitest'
import { billingRun } from '#features/invoices/server/billing-run.ts'
import { addDays, formatDay, formatTime } from '#kit/day.ts'
import { doChores } from '#tenancy/server/chores.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { listMails } from '#tenancy/server/outbox-sql.ts'
import { dataOf, post, startBillingTests } from '#test/billing.ts'
import { problemOf } from '#test/harness.ts'
import type { TestLaboratory, TestPractice, TestUser } from '#test/make.ts'
import { today } from '#test/today.ts'
import type { NoticeWay } from '../contract.ts'

const { app, make, as, request, laboratoryThatBills, deliveredCase, issue } = startBillingTests()
const { database } = app.api.services

type Lab = Awaited<ReturnType<typeof laboratoryThatBills>>

const choose = async (user: TestUser, way: NoticeWay) =>
  expect(
    (await (await as(user))('/api/account/notices', { method: 'PATCH', body: { ways: { invoice: way } } })).status,
  ).toBe(200)
/** A user of the practice who is mailed at once. */
async function reader(practice: TestPractice, values: Record<string, unknown> = {}) {
  const user = await make.user(practice, values)
  await choose(user, 'at_once')
  return user
}
async function mailsLater(laboratory: TestLaboratory, { login }: TestUser, age = '11 minutes') {
  await make.within(laboratory.id, client =>
    client.query(`update notices set created_at = created_at - $1::interval`, [age]),
  )
  await doChores(app.chores, { laboratories: [laboratory.id] })
  const mails = await openLaboratoryOf(database, laboratory.id, 'read', actor => listMails(actor, { most: 1000 }))
  return mails.filter(({ recipient }) => recipient === `${login}@example.test`)
}
const issued = async (lab: Lab, practice = lab.practice, values: object = {}) => {
  const order = await deliveredCase(lab, practice, [lab.crown], {
    patient: 'Zénobie Quartefeuille',
    patient_code: 'QX-9917',
  })
  const { ids } = await dataOf(await issue(lab.accounting, practice, [order], values))
  return { id: ids[0] as string, order }
}

describe('an invoice', () => {
  it('is mailed to whom may see it: its number, amount and day, links to it and out of such mails, and nothing of a patient', async () => {
    const lab = await laboratoryThatBills()
    const [french, english] = [
      await reader(lab.practice),
      await reader(lab.practice, { language: 'en', account_type: 'manager' }),
    ]
    const { id } = await issued(lab)
    const [mail, ...others] = await mailsLater(lab.laboratory, french)
    expect(others).toEqual([])
    const year = today.slice(0, 4)
    expect(mail?.subject).toBe(`Facture FA-${year}-000001`)
    expect(mail?.text_part).toContain(
      `149,00\u202f€ TTC, à régler au plus tard le ${formatDay(addDays(today, 30), 'fr', 'long')}`,
    )
    expect(mail?.text_part).toContain(`https://${lab.laboratory.host}/invoices/${id}`)
    for (const secret of ['Zénobie', 'Quartefeuille', 'QX-9917'])
      expect(`${mail?.subject} ${mail?.text_part}`).not.toContain(secret)
    const [inEnglish] = await mailsLater(lab.laboratory, english)
    expect(inEnglish?.subject).toBe(`Invoice FA-${year}-000001`)
    expect(inEnglish?.text_part).toContain('€149.00 including VAT, to be paid by ')
    const form = {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }
    const end = mail?.text_part?.match(/\/unsubscribe\/[\w-]+\/invoice/)?.[0] ?? 'no link'
    const ended = await request(lab.laboratory, end, form)
    expect(ended.status).toBe(200)
    expect(await ended.text()).toMatch(/pro forma/)
    await issued(lab)
    expect(await mailsLater(lab.laboratory, french)).toHaveLength(1)
  })

  it('is mailed to no practice doctor, whatever was chosen before, to nobody of another practice and to nobody who has left', async () => {
    const lab = await laboratoryThatBills()
    const other = await make.practice(lab.laboratory)
    const [doctor, gone, stranger, stays] = [
      await reader(lab.practice),
      await reader(lab.practice),
      await reader(other),
      await reader(lab.practice),
    ]
    await issued(lab)
    await make.within(lab.laboratory.id, async client => {
      await client.query('update users set is_practice_doctor = true where id = $1', [doctor.id])
      await client.query('update users set disabled_at = now() where id = $1', [gone.id])
    })
    expect(await mailsLater(lab.laboratory, stays)).toHaveLength(1)
    for (const user of [doctor, gone, stranger]) expect(await mailsLater(lab.laboratory, user)).toEqual([])
  })

  it('and what else is issued within ten minutes is one mail: a credit note, a pro forma as long as it waits to be approved', async () => {
    const lab = await laboratoryThatBills()
    const user = await reader(lab.practice, { language: 'en' })
    const { id } = await issued(lab)
    await dataOf(await lab.accounting(`/api/staff/invoices/${id}/credit`, post({ positions: [1], reason: 'Zénobie' })))
    const waiting = await issued(lab, lab.practice, { type: 'pro_forma' })
    const approved = await issued(lab, lab.practice, { type: 'pro_forma' })
    expect(
      (await (await as(user))(`/api/invoices/${approved.id}/answer`, { body: { answer: 'approve' } })).status,
    ).toBe(204)
    const [mail, ...others] = await mailsLater(lab.laboratory, user)
    expect(others).toEqual([])
    const year = today.slice(0, 4)
    expect(mail?.subject).toBe('3 new documents from the laboratory')
    expect(mail?.text_part).toContain(`Credit note AV-${year}-000001`)
    expect(mail?.text_part).toContain('€149.00 including VAT in your favour')
    expect(mail?.text_part).toContain(waiting.id)
    expect(mail?.text_part).not.toContain(approved.id)
    expect(mail?.text_part).not.toContain('Zénobie')
  })

  it('is told once more where a pro forma is submitted again after a question; in one mail it stands once', async () => {
    const lab = await laboratoryThatBills()
    const [user, never] = [await reader(lab.practice, { language: 'en' }), await reader(lab.practice)]
    await choose(never, 'never')
    const call = await as(user)
    const { id } = await issued(lab, lab.practice, { type: 'pro_forma' })
    const ask = async () =>
      expect(
        (await call(`/api/invoices/${id}/answer`, { body: { answer: 'question', question: 'Zénobie\u202f?' } })).status,
      ).toBe(204)
    const submitAgain = async () =>
      expect(
        (
          await lab.accounting(`/api/staff/invoices/${id}/decision`, {
            method: 'POST',
            body: { decision: 'submit', answer: 'Quartefeuille' },
          })
        ).status,
      ).toBe(204)
    expect(await mailsLater(lab.laboratory, user)).toHaveLength(1)

    await ask()
    expect(await mailsLater(lab.laboratory, user)).toHaveLength(1)
    await submitAgain()
    const code = `PF-${today.slice(0, 4)}-000001`
    const again = await mailsLater(lab.laboratory, user)
    expect(again.map(({ subject }) => subject)).toEqual([`Pro forma ${code}`, `Pro forma ${code}`])
    const told = again.find(({ text_part }) => text_part?.includes('submitted again after your question'))
    expect(told?.text_part).toContain('€149.00 including VAT, submitted again')
    expect(told?.text_part).not.toMatch(/Zénobie|Quartefeuille/)

    // Twice before the mail is made: it appears once, in its latest state.
    for (const act of [ask, submitAgain, ask, submitAgain]) await act()
    const [mail, ...others] = (await mailsLater(lab.laboratory, user)).filter(
      ({ id }) => !again.some(one => one.id === id),
    )
    expect(others).toEqual([])
    expect(mail?.subject).toBe(`Pro forma ${code}`)
    expect(await mailsLater(lab.laboratory, never)).toEqual([])

    // Once approved, it no longer waits.
    await ask()
    await submitAgain()
    expect((await call(`/api/invoices/${id}/answer`, { body: { answer: 'approve' } })).status).toBe(204)
    expect(await mailsLater(lab.laboratory, user)).toHaveLength(3)
  })

  it('is in the digest until somebody chooses, and in no mail for whom chose never; a receipt is none', async () => {
    const lab = await laboratoryThatBills()
    const [usual, never] = [await make.user(lab.practice, { account_type: 'manager' }), await reader(lab.practice)]
    await choose(never, 'never')
    // In the laboratory's time zone, Paris: not during this test, whenever it runs.
    const digestHour = Number(formatTime(new Date(Date.now() + 2 * 3_600_000), 'fr', 'Europe/Paris').slice(0, 2))
    expect((await (await as(usual))('/api/account/notices', { method: 'PATCH', body: { digestHour } })).status).toBe(
      200,
    )
    const { id } = await issued(lab)
    await make.within(lab.laboratory.id, async client => {
      const { rows } = await client.query('select user_id, invoice_id from notices')
      expect(rows).toEqual([{ user_id: usual.id, invoice_id: id }])
    })
    await dataOf(
      await lab.accounting(
        '/api/staff/payments',
        post({ practiceId: lab.practice.id, invoiceIds: [id], amountCents: 14_900, receivedOn: today }),
      ),
    )
    expect(await mailsLater(lab.laboratory, usual)).toEqual([])
    const [mail, ...others] = await mailsLater(lab.laboratory, usual, '25 hours')
    expect(others).toEqual([])
    expect(mail?.subject).toMatch(/^Votre récapitulatif du /)
    expect(mail?.text_part).toContain(`Facture FA-${today.slice(0, 4)}-000001`)
    expect(mail?.text_part).not.toContain('RE-')
    expect(await mailsLater(lab.laboratory, never)).toEqual([])
  })

  it('is told with it or not at all: of a run that dies nobody hears, of one that goes on each practice its own', async () => {
    const lab = await laboratoryThatBills()
    const other = await make.practice(lab.laboratory)
    const readers = [await reader(lab.practice), await reader(other)]
    for (const practice of [lab.practice, other]) await deliveredCase(lab, practice)
    const run = await dataOf(await lab.accounting('/api/staff/billing/runs', post({ until: today })))
    const asked = { ids: { runId: run.id }, signal: new AbortController().signal }
    const dying = billingRun.work(
      {
        ...asked,
        inLaboratory: (mode, work) =>
          openLaboratoryOf(database, lab.laboratory.id, mode, async laboratory => {
            await work(laboratory)
            throw new Error('killed')
          }),
      },
      { practicesAtOnce: 25 },
    )
    await expect(dying).rejects.toThrow('killed')
    for (const user of readers) expect(await mailsLater(lab.laboratory, user)).toEqual([])
    await billingRun.work(
      { ...asked, inLaboratory: (mode, work) => openLaboratoryOf(database, lab.laboratory.id, mode, work) },
      { practicesAtOnce: 25 },
    )
    const codes = []
    for (const user of readers) {
      const [mail, ...others] = await mailsLater(lab.laboratory, user)
      expect(others).toEqual([])
      codes.push(mail?.subject)
    }
    expect(new Set(codes).size).toBe(2)
  })
})

describe('a practice doctor', () => {
  it('neither sees that there are such mails nor chooses them', async () => {
    const lab = await laboratoryThatBills()
    const call = await as(await make.user(lab.practice, { is_practice_doctor: true }))
    const { ways } = await dataOf(await call('/api/account/notices'))
    expect(Object.keys(ways)).not.toContain('invoice')
    expect(Object.keys(ways)).toContain('request_decided')
    const refused = await call('/api/account/notices', { method: 'PATCH', body: { ways: { invoice: 'at_once' } } })
    expect(await problemOf(refused)).toMatchObject({ code: 'forbidden' })
  })
})
