import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  type Caller,
  change,
  invite,
  inviteAgain,
  invited,
  listOf,
  newcomer,
  oneOf,
  path,
  refusalOf,
  startColleagueTests,
} from '#test/colleagues.ts'
import { listenTo } from '#test/events.ts'
import { problemOf, startTestApp } from '#test/harness.ts'

const { make, as, opened, rowsOf, userRow, mailsOf, deedsOf, linksOf } = startColleagueTests()
const mailing = startTestApp({
  mail: { server: { host: '127.0.0.1', port: 1, isSecure: false, isPlain: true }, from: 'portail@labo.test' },
})

describe('a manager', () => {
  it('sees everybody of the practice, by name, and what each of them is', async () => {
    const { practice, manager, doctor, asManager } = await opened()
    await make.user(practice, { last_name: 'Colin', is_dlcpm: true, is_practice_doctor: true, disabled_at: new Date() })
    const [own, anne, gone] = await listOf(asManager)
    expect(own).toMatchObject({ id: manager.id, accountType: 'manager', state: 'active', isOwn: true })
    expect(anne).toEqual({
      id: doctor.id,
      title: 'Dr',
      firstName: 'Anne',
      lastName: 'Brun',
      email: `${doctor.login}@example.test`,
      accountType: 'doctor',
      isPracticeDoctor: false,
      isDLCPM: false,
      state: 'active',
      invitedUntil: null,
      isOwn: false,
    })
    expect(gone).toMatchObject({ lastName: 'Colin', isDLCPM: true, isPracticeDoctor: true, state: 'disabled' })
  })

  it('is told whether anybody is mailed: not where the installation has no mail server', async () => {
    const isTold = async (call: Caller, at = path) => (await (await call(at)).json()).areMailsSent
    const { manager, asManager } = await opened()
    expect(await isTold(asManager)).toBe(false)
    expect(await isTold(await mailing.as(manager))).toBe(true)
    // Whoever chooses their mails is told the same.
    for (const [call, isSent] of [
      [asManager, false],
      [await mailing.as(manager), true],
    ] as const)
      expect(await isTold(call, '/api/account/notices')).toBe(isSent)
  })

  it('invites somebody, who is mailed a link in the manager’s language', async () => {
    const { laboratory, practice, manager, asManager } = await opened()
    const body = { ...newcomer(), accountType: 'manager' }
    const made = await invited(asManager, body)
    expect(made).toMatchObject({ ...body, state: 'invited', isDLCPM: false, invitedUntil: expect.any(String) })
    expect(await oneOf(asManager, made.id)).toEqual(made)
    expect(await userRow({ id: made.id, laboratory })).toMatchObject({
      practice_id: practice.id,
      kind: 'practice',
      login: body.email.toLowerCase(),
      email: body.email,
      language: 'fr',
      country_code: 'BE',
      password_hash: null,
    })
    const [mail] = await mailsOf(laboratory)
    expect(mail).toMatchObject({
      recipient: body.email,
      subject: expect.stringMatching(/\S\u00a0: votre accès au portail$/),
    })
    expect(mail?.text_part).toContain(`https://${laboratory.host}/login#invitation=`)
    expect(await deedsOf(laboratory)).toEqual([{ kind: 'user_invited', user_id: manager.id, subject_id: made.id }])
  })

  it('is nobody who sees neither absences nor invoices: not invited so, not made so, and not in the database', async () => {
    const { doctor, asManager } = await opened()
    const faultOf = async (response: Response) => [response.status, (await problemOf(response)).errors]
    const fault = [422, [{ path: 'isPracticeDoctor', code: 'not_allowed' }]]
    const both = { accountType: 'manager', isPracticeDoctor: true }
    expect(await faultOf(await invite(asManager, { ...newcomer(), ...both }))).toEqual(fault)
    expect(await faultOf(await change(asManager, doctor, both))).toEqual(fault)
    expect((await change(asManager, doctor, { isPracticeDoctor: true })).status).toBe(200)
    expect(await faultOf(await change(asManager, doctor, { accountType: 'manager' }))).toEqual(fault)
    expect((await change(asManager, doctor, { accountType: 'manager', isPracticeDoctor: false })).status).toBe(200)
    const statement = `update users set is_practice_doctor = true where id = '${doctor.id}'`
    await expect(rowsOf(doctor.laboratory, statement)).rejects.toThrow('users__manager_sees_all')
  })

  it('invites twenty an hour, again or anew, whoever of the managers it is', async () => {
    const { practice, laboratory, asManager } = await opened()
    const other = await as(await make.user(practice, { account_type: 'manager' }))
    const first = await invited(asManager)
    for (let count = 1; count < 19; count++) expect((await inviteAgain(asManager, first)).status).toBe(204)
    await invited(other)
    expect(await refusalOf(await invite(asManager, newcomer()))).toEqual([429, 'too_many_requests'])
    expect(await refusalOf(await inviteAgain(other, first))).toEqual([429, 'too_many_requests'])
    expect(await rowsOf(laboratory, 'select from mails')).toHaveLength(20)
  })

  it('corrects an address to which nobody has come, and withdraws an invitation: then nobody is there', async () => {
    const { laboratory, doctor, asManager, asDoctor } = await opened()
    const made = await invited(asManager)
    const correct = (call: Caller, id: string, email: string) => call(`${path}/${id}/address`, { body: { email } })
    const withdraw = (call: Caller, id: string) => call(`${path}/${id}/invitation`, { method: 'DELETE' })
    expect((await correct(asManager, made.id, 'Paula@cabinet.test')).status).toBe(204)
    expect(await userRow({ id: made.id, laboratory })).toMatchObject({
      login: 'paula@cabinet.test',
      email: 'Paula@cabinet.test',
    })
    expect((await mailsOf(laboratory))[0]).toMatchObject({ recipient: 'Paula@cabinet.test' })
    expect(await linksOf({ id: made.id, laboratory })).toHaveLength(1)
    expect(await refusalOf(await correct(asManager, made.id, `${doctor.login}@example.test`))).toEqual([
      409,
      'login_taken',
    ])
    expect(await refusalOf(await correct(asManager, doctor.id, 'x@cabinet.test'))).toEqual([409, 'already_active'])
    expect(await refusalOf(await withdraw(asManager, doctor.id))).toEqual([409, 'already_active'])
    for (const answer of [await correct(asDoctor, made.id, 'x@cabinet.test'), await withdraw(asDoctor, made.id)])
      expect(answer.status).toBe(403)
    const elsewhere = await opened()
    for (const answer of [
      await correct(elsewhere.asManager, made.id, 'x@cabinet.test'),
      await withdraw(elsewhere.asManager, made.id),
    ])
      expect(await refusalOf(answer)).toEqual([404, 'not_found'])
    expect((await withdraw(asManager, made.id)).status).toBe(204)
    expect(await oneOf(asManager, made.id)).toBeUndefined()
    expect(
      await rowsOf(laboratory, `select kind from audit_events where kind::text like 'invitation_%' order by id`),
    ).toEqual([{ kind: 'invitation_corrected' }, { kind: 'invitation_withdrawn' }])
  })

  it('invites nobody by the address of somebody else, who signs in with a login', async () => {
    const { doctor, asManager } = await opened()
    const email = `${doctor.login}@EXAMPLE.test`
    expect(await refusalOf(await invite(asManager, { ...newcomer(), email }))).toEqual([409, 'login_taken'])
  })

  it('invites nobody twice where the answer was lost', async () => {
    const { laboratory, asManager } = await opened()
    const [body, headers] = [newcomer(), { 'idempotency-key': randomUUID() }]
    const answers = [await invite(asManager, body, headers), await invite(asManager, body, headers)]
    expect(await answers[0]?.json()).toEqual(await answers[1]?.json())
    expect(await mailsOf(laboratory)).toHaveLength(1)
  })

  it('is told that an address is taken, wherever in the laboratory, and of whose it is nothing', async () => {
    const { laboratory, practice, asManager } = await opened()
    const email = `taken-${randomUUID()}@cabinet.test`
    await make.user(await make.practice(laboratory), { login: email })
    const refused = await problemOf(await invite(asManager, { ...newcomer(), email: email.toUpperCase() }))
    expect(Object.keys(refused).toSorted()).toEqual(['code', 'requestId', 'status', 'title', 'type'])
    expect(refused).toMatchObject({ status: 409, code: 'login_taken' })
    expect(await rowsOf(laboratory, `select id from users where practice_id = '${practice.id}'`)).toHaveLength(2)
    expect(await mailsOf(laboratory)).toEqual([])
    const elsewhere = await opened()
    expect((await invite(elsewhere.asManager, { ...newcomer(), email })).status).toBe(201)
  })

  it('changes what a colleague may, which holds from the next request on', async () => {
    const { laboratory, manager, doctor, asManager, asDoctor } = await opened()
    expect((await asDoctor('/api/absences')).status).toBe(200)
    const changed = await change(asManager, doctor, { isPracticeDoctor: true })
    expect((await changed.json()).data).toMatchObject({ id: doctor.id, isPracticeDoctor: true })
    expect((await asDoctor('/api/absences')).status).toBe(403)
    expect((await asDoctor(path)).status).toBe(403)
    expect((await change(asManager, doctor, { accountType: 'manager', isPracticeDoctor: false })).status).toBe(200)
    expect((await asDoctor('/api/absences')).status).toBe(200)
    expect((await asDoctor(path)).status).toBe(200)
    const deed = { kind: 'user_changed', user_id: manager.id, subject_id: doctor.id }
    expect(await deedsOf(laboratory)).toEqual([deed, deed])
  })

  it('who changes nothing leaves no line', async () => {
    const { laboratory, doctor, asManager } = await opened()
    for (const body of [{}, { accountType: 'doctor', isDisabled: false }])
      expect((await change(asManager, doctor, body)).status).toBe(200)
    expect(await deedsOf(laboratory)).toEqual([])
  })

  it('takes a doctor from those who prescribe', async () => {
    const { doctor, asManager, asDoctor } = await opened()
    const prescribers = async () =>
      (await (await asManager('/api/order-prescribers')).json()).data.doctors.map(({ id }: { id: string }) => id)
    expect(await prescribers()).toContain(doctor.id)
    await change(asManager, doctor, { isDisabled: true })
    expect(await prescribers()).not.toContain(doctor.id)
    expect((await asDoctor('/api/orders')).status).toBe(401)
  })
})

describe('a colleague who is disabled', () => {
  it('is out at once: sessions, streams and links are over, also once they are enabled again', async () => {
    const { laboratory, manager, doctor, asManager, asDoctor } = await opened()
    const events = listenTo(await asDoctor('/api/events'))
    await events.next('ready')
    expect((await change(asManager, doctor, { isDisabled: true })).status).toBe(200)
    expect(await events.next('end')).toEqual({ because: 'session' })
    expect((await asDoctor('/api/orders')).status).toBe(401)
    expect((await change(asManager, doctor, { isDisabled: false })).status).toBe(200)
    expect(await oneOf(asManager, doctor.id)).toMatchObject({ state: 'active' })
    expect((await asDoctor('/api/orders')).status).toBe(401)
    expect((await (await as(doctor))('/api/orders')).status).toBe(200)
    expect((await asManager('/api/orders')).status).toBe(200)
    expect(await deedsOf(laboratory)).toEqual([
      { kind: 'user_disabled', user_id: manager.id, subject_id: doctor.id },
      { kind: 'user_enabled', user_id: manager.id, subject_id: doctor.id },
    ])
  })

  it('before they came in has no invitation left, until another is mailed', async () => {
    const { laboratory, asManager } = await opened()
    const made = await invited(asManager)
    await change(asManager, made, { isDisabled: true })
    expect(await linksOf({ ...made, laboratory })).toEqual([])
    expect(await refusalOf(await inviteAgain(asManager, made))).toEqual([409, 'colleague_disabled'])
    await change(asManager, made, { isDisabled: false })
    expect(await oneOf(asManager, made.id)).toMatchObject({ state: 'invited', invitedUntil: null })
    expect((await inviteAgain(asManager, made)).status).toBe(204)
    expect(await oneOf(asManager, made.id)).toMatchObject({ state: 'invited', invitedUntil: expect.any(String) })
  })
})

describe('a colleague whom the laboratory keeps out', () => {
  const keptOut = async () => {
    const all = await opened()
    const asStaff = await as(await make.user(all.laboratory))
    const setAccess = async ({ id }: { id: string }, isDisabled: boolean) =>
      expect((await asStaff(`/api/staff/people/${id}/access`, { body: { isDisabled } })).status).toBe(204)
    return { ...all, setAccess }
  }

  it('is let in by the laboratory alone, and by no manager in any way', async () => {
    const { laboratory, practice, manager, doctor, asManager, setAccess } = await keptOut()
    const waiting = await invited(asManager, newcomer())
    await setAccess(doctor, true)
    await setAccess(waiting, true)
    const letIn = { isDisabled: false }
    expect(await refusalOf(await change(asManager, doctor, letIn))).toEqual([409, 'kept_out_by_laboratory'])
    const withdrawn = await asManager(`${path}/${waiting.id}/invitation`, { method: 'DELETE' })
    expect(await refusalOf(withdrawn)).toEqual([409, 'kept_out_by_laboratory'])
    // Disabling again does not make it the manager's decision either.
    expect((await change(asManager, doctor, { isDisabled: true, isPracticeDoctor: true })).status).toBe(200)
    expect(await refusalOf(await change(asManager, doctor, letIn))).toEqual([409, 'kept_out_by_laboratory'])
    const stated = (statement: string) =>
      make.within(laboratory.id, async client => {
        await client.query('select tenant.set_context($1, $2, $3)', [laboratory.id, practice.id, manager.id])
        await client.query(`update users set ${statement} where id = $1`, [doctor.id])
      })
    await expect(stated('disabled_at = null')).rejects.toMatchObject({ constraint: 'users__kept_out' })
    await stated(`disabled_at = now(), disabled_by = 'practice'`)
    expect(await userRow(doctor)).toMatchObject({ disabled_by: 'laboratory' })
    await setAccess(doctor, false)
    expect(await oneOf(asManager, doctor.id)).toMatchObject({ state: 'active' })
  })

  it('stays so where a manager had disabled them before; whom only a manager disabled, a manager enables', async () => {
    const { laboratory, practice, doctor, asManager, setAccess } = await keptOut()
    const other = await make.user(practice)
    for (const user of [doctor, other]) expect((await change(asManager, user, { isDisabled: true })).status).toBe(200)
    await setAccess(doctor, true)
    await setAccess(doctor, true)
    expect((await change(asManager, other, { isDisabled: false })).status).toBe(200)
    expect(await refusalOf(await change(asManager, doctor, { isDisabled: false }))).toEqual([
      409,
      'kept_out_by_laboratory',
    ])
    const kept = `select subject_id from audit_events where kind = 'user_disabled' order by id`
    expect(await rowsOf(laboratory, kept)).toEqual([doctor, other, doctor].map(({ id }) => ({ subject_id: id })))
  })
})

describe('an invitation', () => {
  it('is mailed again to whoever has not followed it, and the earlier one ends', async () => {
    const { laboratory, manager, asManager } = await opened()
    const made = await invited(asManager)
    expect((await inviteAgain(asManager, made)).status).toBe(204)
    expect(await linksOf({ ...made, laboratory })).toHaveLength(1)
    expect((await mailsOf(laboratory)).map(({ recipient }) => recipient)).toEqual([made.email, made.email])
    const deed = { kind: 'user_invited', user_id: manager.id, subject_id: made.id }
    expect(await deedsOf(laboratory)).toEqual([deed, deed])
  })

  it('is refused for somebody who has a password', async () => {
    const { doctor, asManager } = await opened()
    expect(await refusalOf(await inviteAgain(asManager, doctor))).toEqual([409, 'already_active'])
  })
})

it('a second manager’s list moves with what the first one does; doctors, staff and other practices are told nothing', async () => {
  const { laboratory, practice, doctor, asManager } = await opened()
  const neighbours = await make.practice(laboratory)
  const listeners = [
    await make.user(practice, { account_type: 'manager' }),
    await make.user(practice),
    await make.user(neighbours, { account_type: 'manager' }),
    await make.user(laboratory),
  ]
  const streams = await Promise.all(listeners.map(async user => listenTo(await (await as(user))('/api/events'))))
  /** All topics until a new case of both practices is announced, which comes after everything before it. */
  const told = () =>
    Promise.all(
      streams.map(async events => {
        const topics = new Set<string>()
        while (!topics.has('orders')) for (const topic of (await events.next('change')).topics) topics.add(topic)
        return [...topics].toSorted()
      }),
    )
  const mark = () => Promise.all([practice, neighbours].map(of => make.order(of)))
  await Promise.all([told(), mark()])
  const made = await invited(asManager)
  await change(asManager, doctor, { isDisabled: true })
  const [topics] = await Promise.all([told(), mark()])
  expect(topics).toEqual([['colleagues', 'orders'], ['orders'], ['orders'], ['orders']])

  // A repeated invitation has a link with another expiry.
  expect((await inviteAgain(asManager, made)).status).toBe(204)
  const [again] = await Promise.all([told(), mark()])
  expect(again).toEqual([['colleagues', 'orders'], ['orders'], ['orders'], ['orders']])
  for (const events of streams) await events.close()
})
