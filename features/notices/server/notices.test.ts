import { beforeAll, describe, expect, it } from 'vitest'
import { doChores } from '#tenancy/server/chores.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { listMails } from '#tenancy/server/outbox-sql.ts'
import { startTestApp } from '#test/harness.ts'
import type { TestLaboratory, TestPractice, TestUser } from '#test/make.ts'
import type { NoticeKind, NoticeWay } from '../contract.ts'

const { app, make, as } = startTestApp()

/** Words that must never appear in a mail. */
const secrets = { patient: 'Zénobie Quartefeuille', patient_code: 'QX-9917', comment: 'Contacter Zénobie le soir' }
const question = 'Madame Quartefeuille veut-elle la teinte A1 ?'

let laboratory: TestLaboratory
let practice: TestPractice
let doctor: TestUser
let staff: TestUser
let order: { id: string; code: string }
beforeAll(async () => {
  laboratory = await make.laboratory()
  practice = await make.practice(laboratory)
  staff = await make.user(laboratory)
})

/** A practice with one doctor and one case without notices. */
async function aPractice(values: Record<string, unknown> = {}) {
  practice = await make.practice(laboratory)
  doctor = await make.user(practice, values)
  order = await make.order(practice, { ...secrets, status: 'in_production', delivery_on: '2099-03-02' })
}

const setStatus = async (body: object, id = order.id) =>
  expect((await (await as(staff))(`/api/staff/orders/${id}/status`, { body })).status).toBe(204)
const write = async (user: TestUser, body: string, id = order.id) => {
  const path = user.practiceId ? `/api/orders/${id}/messages` : `/api/staff/orders/${id}/messages`
  expect((await (await as(user))(path, { body: { body } })).status).toBe(201)
}
const choose = async (user: TestUser, body: { ways?: Partial<Record<NoticeKind, NoticeWay>>; digestHour?: number }) =>
  expect((await (await as(user))('/api/account/notices', { method: 'PATCH', body })).status).toBe(200)

const later = (minutes: number) =>
  make.within(laboratory.id, client =>
    client.query('update notices set created_at = created_at - make_interval(mins => $1)', [minutes]),
  )
const chore = () => doChores(app.chores, { laboratories: [laboratory.id] })
const mailsTo = async ({ login }: TestUser) => {
  const mails = await openLaboratoryOf(app.api.services.database, laboratory.id, 'read', actor =>
    listMails(actor, { most: 1000 }),
  )
  return mails.filter(({ recipient }) => recipient === `${login}@example.test`)
}
/** Mails after ten minutes and a run of the chore. */
async function mailsLater(user = doctor) {
  await later(11)
  await chore()
  return mailsTo(user)
}

describe('a notice', () => {
  it('of a case on hold is mailed after ten minutes: its number, where it stands, a link, and nothing that was typed', async () => {
    await aPractice()
    await setStatus({ status: 'on_hold', hold: { reason: 'technical_response', question }, note: 'Zénobie a appelé' })
    await chore()
    expect(await mailsTo(doctor)).toEqual([])
    const [mail, ...others] = await mailsLater()
    expect(others).toEqual([])
    expect(mail?.subject).toBe(`${order.code} : en attente de votre réponse`)
    expect(mail?.text_part).toContain(`https://${laboratory.host}/cases/${order.id}`)
    for (const secret of ['Zénobie', 'Quartefeuille', 'QX-9917', 'teinte', 'zircone', 'appelé'])
      expect(`${mail?.subject} ${mail?.text_part}`).not.toContain(secret)
    await chore()
    expect(await mailsTo(doctor)).toHaveLength(1)
  })

  it('of whatever happens within ten minutes is in one mail, each thing once', async () => {
    await aPractice({ language: 'en' })
    const second = await make.order(practice, { ...secrets, status: 'in_production' })
    await setStatus({ status: 'on_hold', hold: { reason: 'implant_parts', question } })
    for (const body of ['Zénobie ?', 'Toujours Zénobie']) await write(staff, body)
    await setStatus({ status: 'in_production', deliveryDate: '2099-03-09' }, second.id)
    const mails = await mailsLater()
    expect(mails.map(({ subject }) => subject)).toEqual(['News about 2 cases'])
    const [{ text_part: text } = { text_part: '' }] = mails
    expect(text).toContain('2 messages from the laboratory')
    expect(text).toContain('New delivery date: Monday, 9 March 2099')
    expect(text).not.toContain('Zénobie')
  })

  it('that has been answered meanwhile is none any more', async () => {
    await aPractice()
    await setStatus({ status: 'on_hold', hold: { reason: 'technical_response', question } })
    expect(
      (await (await as(doctor))(`/api/orders/${order.id}/hold-answer`, { body: { answer: 'go_ahead' } })).status,
    ).toBe(204)
    expect(await mailsLater()).toEqual([])
  })

  it('of one’s own doing is none, and a colleague’s word to the laboratory neither', async () => {
    await aPractice()
    const colleague = await make.user(practice)
    const registered = await make.order(practice, { status: 'registered' })
    for (const user of [doctor, colleague]) await choose(user, { ways: { registered: 'at_once' } })
    await write(doctor, 'Bonjour')
    expect((await (await as(doctor))(`/api/orders/${registered.id}/cancel`, { method: 'POST' })).status).toBe(204)
    expect(await mailsLater(doctor)).toEqual([])
    expect(await mailsTo(colleague)).toEqual([])
  })

  it('reaches nobody who may not see it when the mail is made: disabled, not come in yet, or of another practice by then', async () => {
    await aPractice()
    const [gone, moved, stays] = [await make.user(practice), await make.user(practice), doctor]
    const uninvited = await make.user(practice, { password_hash: null })
    const elsewhere = await make.practice(laboratory)
    const stranger = await make.user(elsewhere)
    await write(staff, 'Bonjour')
    await make.within(laboratory.id, async client => {
      await client.query('update users set disabled_at = now() where id = $1', [gone.id])
      await client.query('update users set practice_id = $2 where id = $1', [moved.id, elsewhere.id])
    })
    expect(await mailsLater(stays)).toHaveLength(1)
    for (const user of [gone, moved, uninvited, stranger, staff]) expect(await mailsTo(user)).toEqual([])
    await make.within(laboratory.id, async client => {
      expect((await client.query('select from notices where user_id = any($1)', [[gone.id, moved.id]])).rowCount).toBe(
        0,
      )
    })
  })

  it('is not written where the change is rolled back, nor by the move of one’s own absence', async () => {
    await aPractice()
    const colleague = await make.user(practice)
    await expect(
      make.within(laboratory.id, async client => {
        await client.query(`update orders set status = 'shipped' where id = $1`, [order.id])
        throw new Error('No.')
      }),
    ).rejects.toThrow('No.')
    const body = { from: '2099-03-02', to: '2099-03-02', deliveryPossible: false }
    expect((await (await as(doctor))('/api/absences', { body })).status).toBe(201)
    expect(await mailsLater(colleague)).toEqual([])
  })

  it('to an address that is none keeps no other mail waiting', async () => {
    await aPractice({ email: 'nobody' })
    const colleague = await make.user(practice)
    await write(staff, 'Bonjour')
    expect(await mailsLater(colleague)).toHaveLength(1)
  })

  it('is told once where two processes make mails at the same moment', async () => {
    await aPractice()
    await write(staff, 'Bonjour')
    await later(11)
    await Promise.all([chore(), chore(), chore()])
    await chore()
    expect(await mailsTo(doctor)).toHaveLength(1)
  })
})

describe('the way that somebody has chosen', () => {
  const settingsOf = async (user: TestUser) =>
    ((await (await (await as(user))('/api/account/notices')).json()) as { data: object }).data

  it('is few mails until then', async () => {
    await aPractice()
    expect(await settingsOf(doctor)).toEqual({
      email: `${doctor.login}@example.test`,
      digestHour: 7,
      ways: {
        on_hold: 'at_once',
        message: 'at_once',
        new_date: 'at_once',
        request_decided: 'at_once',
        shipped: 'digest',
        invoice: 'digest',
        delivered: 'never',
        registered: 'never',
      },
    })
  })

  it('changes what is named and leaves the rest, each their own', async () => {
    await aPractice()
    const colleague = await make.user(practice)
    const before = await settingsOf(colleague)
    await choose(doctor, { ways: { message: 'never' } })
    await choose(doctor, { ways: { shipped: 'at_once' }, digestHour: 18 })
    expect(await settingsOf(doctor)).toMatchObject({
      digestHour: 18,
      ways: { message: 'never', shipped: 'at_once', on_hold: 'at_once' },
    })
    expect(await settingsOf(colleague)).toEqual(before)
  })

  it.each([
    { digestHour: 24 },
    { digestHour: -1 },
    { digestHour: 7.5 },
    { ways: { message: 'sometimes' } },
    { ways: { bill: 'never' } },
  ])('is one that there is: %j', async body => {
    const answer = await (await as(doctor))('/api/account/notices', { method: 'PATCH', body })
    expect(answer.status).toBe(422)
  })

  it('“never” is never, also of what has happened before it was chosen', async () => {
    await aPractice()
    await write(staff, 'Bonjour')
    await choose(doctor, { ways: { message: 'never' } })
    await write(staff, 'Encore')
    expect(await mailsLater()).toEqual([])
  })

  it('a digest is one mail at its hour by the clock of the laboratory, and the next one a day later', async () => {
    await aPractice()
    const zone = 'Europe/Paris'
    const hourAgo = (hours: number) =>
      Number(
        new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: zone }).format(
          Date.now() - hours * 3_600_000,
        ),
      )
    // The next hour: nothing is due yet, however old it is within the day.
    await choose(doctor, { ways: { message: 'digest' }, digestHour: hourAgo(-1) })
    const second = await make.order(practice, { status: 'shipped' })
    await write(staff, 'Bonjour')
    await setStatus({ status: 'shipped' })
    await setStatus({ status: 'delivered' }, second.id)
    expect(await mailsLater()).toEqual([])
    // The hour that passed an hour ago, after it happened.
    await choose(doctor, { digestHour: hourAgo(1) })
    await later(3 * 60)
    await chore()
    const mails = await mailsTo(doctor)
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Votre récapitulatif du /)])
    expect(mails[0]?.text_part).toContain('Un message du laboratoire')
    expect(mails[0]?.text_part).toContain('Expédié')
    expect(mails[0]?.text_part).not.toContain(second.code)
    // Inserted late, by a long transaction: goes into tomorrow's digest.
    await write(staff, 'Encore')
    await later(3 * 60)
    await chore()
    expect(await mailsTo(doctor)).toHaveLength(1)
    await make.within(laboratory.id, client =>
      client.query(`update notice_digests set made_at = made_at - interval '1 day'`),
    )
    await chore()
    expect(await mailsTo(doctor)).toHaveLength(2)
  })
})
