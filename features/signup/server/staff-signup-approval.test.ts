import { describe, expect, it } from 'vitest'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { listMails } from '#tenancy/server/outbox-sql.ts'
import { startTestApp } from '#test/harness.ts'
import type { TestLaboratory, TestUser } from '#test/make.ts'
import { asked, path, signingUp } from '#test/signing-up.ts'

const { app, make, as, request } = startTestApp()

const { opened, listOf, oneOf, approve, refusalOf, rowsOf } = signingUp({ make, as, request })
/** Without the receipts that every requester is mailed. */
const mailsOf = async ({ id }: TestLaboratory) =>
  (
    await openLaboratoryOf(app.api.services.database, id, 'read', laboratory => listMails(laboratory, { most: 20 }))
  ).filter(({ subject }) => !/received your request|est reçue/.test(subject))
const deedsOf = async (laboratory: TestLaboratory, { id }: TestUser) =>
  (await rowsOf(laboratory, 'select kind from audit_events where user_id = $1 order by id', [id])).map(
    ({ kind }) => kind,
  )

describe('an approval', () => {
  it('makes the practice and its manager, invites them by mail in their language, and is audited', async () => {
    const { laboratory, staff, call, ids } = await opened()
    expect((await approve(call, ids[0], '  Cabinet Lefèvre ')).status).toBe(204)
    const [practice] = await rowsOf(laboratory, 'select * from practices')
    expect(practice).toMatchObject({
      name: 'Cabinet Lefèvre',
      address: '12, rue des Lilas',
      postal_code: '75011',
      city: 'Paris',
      country_code: 'FR',
      phone: '01 23 45 67 89',
      rpps_siret_siren: '732 829 320 00074',
    })
    expect(await rowsOf(laboratory, `select * from users where kind = 'practice'`)).toEqual([
      expect.objectContaining({
        practice_id: practice.id,
        account_type: 'manager',
        login: 'helene@cabinet-lefevre.example',
        email: 'Helene@Cabinet-Lefevre.example',
        title: 'Dr',
        first_name: 'Hélène',
        last_name: 'Lefèvre',
        language: 'en',
        password_hash: null,
        disabled_at: null,
      }),
    ])
    const mails = await mailsOf(laboratory)
    expect(mails).toMatchObject([
      { recipient: 'Helene@Cabinet-Lefevre.example', subject: expect.stringMatching(/\S: your access to the portal$/) },
    ])
    expect(mails[0]?.text_part).toContain(`https://${laboratory.host}/login#invitation=`)
    expect(await deedsOf(laboratory, staff)).toEqual(['signup_approved', 'practice_created', 'user_invited'])
    expect(await oneOf(call, ids[0])).toMatchObject({
      state: 'approved',
      decidedBy: 'Ana Roy',
      reason: null,
      alike: [],
    })
    expect([(await listOf(call)).length, (await listOf(call, '?tab=decided')).length]).toEqual([0, 1])
  })

  it('asks for nothing again that was typed: numbers, addresses, and when nobody is there', async () => {
    const hours = { lunchBreakHours: '12 h 30 à 14 h', weeklyClosure: 'mercredi après-midi' }
    const { laboratory, call, ids } = await opened(
      {
        ...asked,
        ...hours,
        language: 'fr',
        mobile: '06 11',
        email2: 'compta@lefevre.example',
        email2Label: 'accounting',
      },
      { ...asked, email1: 'Paul@petit.example', email2: 'paul@petit.example', lastName: 'Petit' },
    )
    for (const id of ids) await approve(call, id)
    expect(
      await rowsOf(
        laboratory,
        'select mobile, emails::text[], delivery_instruction from practices order by created_at',
      ),
    ).toEqual([
      {
        mobile: '06 11',
        emails: ['Helene@Cabinet-Lefevre.example', 'compta@lefevre.example'],
        delivery_instruction: 'Pause de midi\u00a0: 12 h 30 à 14 h\nFermeture hebdomadaire\u00a0: mercredi après-midi',
      },
      { mobile: null, emails: ['Paul@petit.example'], delivery_instruction: null },
    ])
  })

  it('may be of a colleague, whom a practice that is there already takes, as what the laboratory says', async () => {
    const { laboratory, staff, call, ids } = await opened()
    const practice = await make.practice(laboratory, { country_code: 'BE' })
    const elsewhere = await make.practice(await make.laboratory())
    const join = (body: object) => call(`${path}/${ids[0]}/join`, { body })
    for (const body of [
      { practiceId: elsewhere.id, role: 'doctor' },
      { practiceId: practice.id, role: 'administrator' },
    ])
      expect(await refusalOf(await join(body))).toEqual([422, 'input_invalid'])
    expect((await join({ practiceId: practice.id, role: 'practiceDoctor' })).status).toBe(204)
    expect(await rowsOf(laboratory, `select * from users where kind = 'practice'`)).toEqual([
      expect.objectContaining({
        practice_id: practice.id,
        account_type: 'doctor',
        is_practice_doctor: true,
        login: 'helene@cabinet-lefevre.example',
        country_code: 'BE',
        language: 'en',
      }),
    ])
    expect(await mailsOf(laboratory)).toMatchObject([{ recipient: 'Helene@Cabinet-Lefevre.example' }])
    expect(await deedsOf(laboratory, staff)).toEqual(['signup_approved', 'user_invited'])
    expect(await oneOf(call, ids[0])).toMatchObject({ state: 'approved', decidedBy: 'Ana Roy' })
    expect(await refusalOf(await join({ practiceId: practice.id, role: 'doctor' }))).toEqual([409, 'already_decided'])
    expect(await rowsOf(laboratory, 'select from practices')).toHaveLength(1)
  })

  it('is not of a colleague of a practice that is disabled, which the list of what is alike says before', async () => {
    const { laboratory, call, ids } = await opened()
    const practice = await make.practice(laboratory, { name: 'Cabinet Lefèvre', disabled_at: new Date() })
    const { data } = await (await call(`${path}/${ids[0]}`)).json()
    expect(data.alike).toContainEqual(expect.objectContaining({ id: practice.id, isDisabled: true }))
    const join = () => call(`${path}/${ids[0]}/join`, { body: { practiceId: practice.id, role: 'doctor' } })
    expect(await refusalOf(await join())).toEqual([409, 'practice_disabled'])
    await make.within(laboratory.id, client => client.query('update practices set disabled_at = null'))
    expect((await join()).status).toBe(204)
  })

  it('where somebody signs in with that address already makes nothing and says so', async () => {
    const { laboratory, call, ids } = await opened()
    await make.user(laboratory, { login: 'helene@cabinet-lefevre.example' })
    expect(await refusalOf(await approve(call, ids[0]))).toEqual([409, 'login_taken'])
    expect(await rowsOf(laboratory, 'select from practices')).toEqual([])
    expect(await mailsOf(laboratory)).toEqual([])
    expect(await oneOf(call, ids[0])).toMatchObject({ state: 'waiting' })
  })

  it('gives somebody the address by which a manager elsewhere has invited them without their following it', async () => {
    const { laboratory, call, ids } = await opened()
    const practice = await make.practice(laboratory)
    const manager = await as(await make.user(practice, { account_type: 'manager' }))
    const body = { firstName: 'X', lastName: 'Y', email: asked.email1, accountType: 'doctor', isPracticeDoctor: false }
    const { data: invited } = await (await manager('/api/account', { body })).json()
    expect((await approve(call, ids[0])).status).toBe(204)
    const [held] = await rowsOf(laboratory, 'select login, disabled_at from users where id = $1', [invited.id])
    expect(held).toEqual({ login: `released/${invited.id}`, disabled_at: expect.any(Date) })
    // The link in the manager's mail is invalid now, the laboratory's own works.
    const links = await rowsOf(laboratory, 'select u.login from password_links l join users u on u.id = l.user_id')
    expect(links).toEqual([{ login: asked.email1.toLowerCase() }])
    // From then on the login is theirs: a manager who enters it is refused.
    expect(await refusalOf(await manager('/api/account', { body }))).toEqual([409, 'login_taken'])
  })

  it('takes that address from them for good, though their practice is closed and opened again', async () => {
    const { laboratory, call, ids } = await opened()
    const practice = await make.practice(laboratory)
    const manager = await as(await make.user(practice, { account_type: 'manager' }))
    const body = { firstName: 'X', lastName: 'Y', email: asked.email1, accountType: 'doctor', isPracticeDoctor: false }
    const { data: invited } = await (await manager('/api/account', { body })).json()
    const setOpen = (isDisabled: boolean) =>
      call(`/api/staff/practices/${practice.id}/access`, { body: { isDisabled } })
    expect((await setOpen(true)).status).toBe(204)
    expect((await approve(call, ids[0])).status).toBe(204)
    expect((await setOpen(false)).status).toBe(204)
    expect(await rowsOf(laboratory, 'select disabled_by from users where id = $1', [invited.id])).toEqual([
      { disabled_by: 'laboratory' },
    ])
  })

  it('leads to the practice, and to whoever it has invited until they have a password', async () => {
    const { laboratory, call, ids } = await opened(
      asked,
      { ...asked, email1: 'Zoe@Petit.example', lastName: 'Petit' },
      { ...asked, email1: 'c@d.example', lastName: 'Roux' },
    )
    const led = async (id: string) => {
      const { practice, invited } = await oneOf(call, id)
      return { practice, invited }
    }
    for (const id of ids) expect(await led(id)).toEqual({ practice: null, invited: null })
    // This installation sends no mails.
    expect((await (await call(`${path}/${ids[0]}`)).json()).areMailsSent).toBe(false)
    const known = await make.practice(laboratory, { name: 'Cabinet Roux' })
    for (const id of ids.slice(0, 2)) expect((await approve(call, id)).status).toBe(204)
    expect((await call(`${path}/${ids[2]}/join`, { body: { practiceId: known.id, role: 'doctor' } })).status).toBe(204)
    const made = { id: expect.any(String), name: 'Cabinet Lefèvre' }
    expect(await led(ids[0])).toEqual({
      practice: made,
      invited: { id: expect.any(String), name: 'Dr Hélène Lefèvre' },
    })
    expect(await led(ids[1] ?? '')).toMatchObject({ practice: made, invited: { name: 'Dr Hélène Petit' } })
    expect(await led(ids[2] ?? '')).toMatchObject({
      practice: { id: known.id, name: 'Cabinet Roux' },
      invited: { name: 'Dr Hélène Roux' },
    })
    const { invited } = await led(ids[0])
    const link = await call(`/api/staff/people/${invited.id}/link`, { method: 'POST' })
    expect((await link.json()).data.path).toContain('login=helene%40cabinet-lefevre.example')
    await rowsOf(
      laboratory,
      `update users set password_hash = (select password_hash from users where kind = 'staff') where id = $1`,
      [invited.id],
    )
    expect(await led(ids[0])).toEqual({ practice: made, invited: null })
  })

  it('needs a name for the practice', async () => {
    const { call, ids } = await opened()
    for (const practiceName of ['', ' ', 'x'.repeat(101)])
      expect((await approve(call, ids[0], practiceName)).status).toBe(422)
  })
})
