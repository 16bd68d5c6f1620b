import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { listMails } from '#tenancy/server/outbox-sql.ts'
import { listenTo } from '#test/events.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestUser } from '#test/make.ts'

const { app, make, as, request, tokenFor } = startTestApp()

const wanted = { firstName: 'Paul', lastName: 'Durand', email: 'Paul@labo.example', role: 'production', language: 'en' }
type Call = Awaited<ReturnType<typeof as>>

async function opened() {
  const laboratory = await make.laboratory()
  const administrator = await make.user(laboratory)
  return { laboratory, administrator, call: await as(administrator) }
}
const listOf = async (call: Call) => (await (await call('/api/staff/team')).json()).data
const invite = (call: Call, body: object = wanted) => call('/api/staff/team', { body })
const again = (call: Call, id: string) => call(`/api/staff/team/${id}/invitation`, { method: 'POST' })
const setRole = (call: Call, id: string, role: string, casesTo?: string) =>
  call(`/api/staff/team/${id}/role`, { body: { role, casesTo } })
const setAccess = (call: Call, id: string, isDisabled: boolean, casesTo?: string) =>
  call(`/api/staff/team/${id}/access`, { body: { isDisabled, casesTo } })
const refusalOf = async (response: Response) => [response.status, (await problemOf(response)).code]
const deedsOf = async ({ id, laboratory }: TestUser) =>
  (
    await make.within(laboratory.id, client =>
      client.query('select kind from audit_events where user_id = $1 order by id', [id]),
    )
  ).rows.map(({ kind }) => kind)
/** Runs SQL with this user's context, bypassing the application's checks. */
const makeAdministrator = (user: TestUser, id: string) => makeAs(user, id, 'administrator')
const makeDriver = (user: TestUser, id: string) => makeAs(user, id, 'driver')
async function makeAs(user: TestUser, id: string, role: 'administrator' | 'driver') {
  const sessionId = String(decodeJwt(await tokenFor(user)).sid)
  const { id: brandId, host } = user.laboratory
  const { database } = app.api.services
  return database.withTenant({ for: 'session', host, brandId, sessionId }, 'write', tx =>
    tx.updateTable('users').set({ role }).where('id', '=', id).execute(),
  )
}

describe('the team', () => {
  it('is listed with role, state and last sign-in; whoever is invited is there, mailed in their language, audited', async () => {
    const { laboratory, administrator, call } = await opened()
    const response = await invite(call)
    expect(response.status).toBe(201)
    const { id } = (await response.json()).data
    expect(await listOf(call)).toEqual([
      {
        id,
        name: 'Paul Durand',
        email: 'Paul@labo.example',
        role: 'production',
        state: 'invited',
        invitedUntil: expect.stringMatching(/^\d{4}-.*Z$/),
        signedInAt: null,
        hasSecondFactor: false,
        openCases: 0,
        isOwn: false,
      },
      {
        id: administrator.id,
        name: 'Dr Claire Martin',
        email: expect.stringContaining('@'),
        role: 'administrator',
        state: 'active',
        invitedUntil: null,
        signedInAt: expect.stringMatching(/^\d{4}-.*Z$/),
        hasSecondFactor: false,
        openCases: 0,
        isOwn: true,
      },
    ])
    const [mail] = await openLaboratoryOf(app.api.services.database, laboratory.id, 'read', actor =>
      listMails(actor, { most: 1 }),
    )
    expect(mail).toMatchObject({
      recipient: 'Paul@labo.example',
      subject: expect.stringMatching(/\S: your access to the portal$/),
    })
    expect(mail?.text_part).toContain('paul@labo.example')
    expect(await deedsOf(administrator)).toEqual(['user_invited'])
  })

  it('takes nobody whose login is taken, in whatever letters', async () => {
    const { call } = await opened()
    await invite(call)
    expect(await refusalOf(await invite(call, { ...wanted, email: 'PAUL@labo.example' }))).toEqual([409, 'login_taken'])
    expect(await listOf(call)).toHaveLength(2)
  })

  it.each([
    [{ firstName: ' ' }, [{ path: 'firstName', code: 'required' }]],
    [{ email: 'paul@' }, [{ path: 'email', code: 'mail_address_expected' }]],
    [{ role: 'owner' }, [{ path: 'role', code: 'not_listed' }]],
  ])('says what is wrong: %j', async (wrong, errors) => {
    const { call } = await opened()
    expect(await problemOf(await invite(call, { ...wanted, ...wrong }))).toMatchObject({ status: 422, errors })
  })

  it('is invited again until a password is chosen', async () => {
    const { laboratory, call } = await opened()
    const { id } = (await (await invite(call)).json()).data
    expect((await again(call, id)).status).toBe(204)
    const active = await make.user(laboratory)
    expect(await refusalOf(await again(call, active.id))).toEqual([409, 'not_waiting'])
    await setAccess(call, id, true)
    expect(await refusalOf(await again(call, id))).toEqual([409, 'not_waiting'])
    expect(await refusalOf(await again(call, randomUUID()))).toEqual([404, 'not_found'])
  })

  it('is corrected where the invitation went to a wrong address: the first link ends, the next one is mailed', async () => {
    const { laboratory, administrator, call } = await opened()
    const { id } = (await (await invite(call)).json()).data
    const correct = (email: string) => call(`/api/staff/team/${id}/address`, { body: { email } })
    expect(await refusalOf(await correct(`${administrator.login}@example.test`))).toEqual([409, 'login_taken'])
    expect((await correct('Paule@labo.example')).status).toBe(204)
    const mails = await openLaboratoryOf(app.api.services.database, laboratory.id, 'read', actor =>
      listMails(actor, { most: 9 }),
    )
    expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual(['Paul@labo.example', 'Paule@labo.example'])
    const tokenOf = (recipient: string) =>
      /#invitation=([\w-]+)/.exec(mails.find(mail => mail.recipient === recipient)?.text_part ?? '')?.[1]
    const look = async (token: string | undefined) =>
      request(laboratory, '/api/password-resets/look', { body: { token } })
    expect((await look(tokenOf('Paul@labo.example'))).status).toBe(404)
    expect((await (await look(tokenOf('Paule@labo.example'))).json()).data.login).toBe('paule@labo.example')
    const active = await make.user(laboratory)
    expect(
      await refusalOf(await call(`/api/staff/team/${active.id}/address`, { body: { email: 'x@y.example' } })),
    ).toEqual([409, 'not_waiting'])
    expect(await deedsOf(administrator)).toEqual(['user_invited', 'invitation_corrected'])
  })

  it('forgets whose invitation is withdrawn, and nobody else', async () => {
    const { laboratory, administrator, call } = await opened()
    const { id } = (await (await invite(call)).json()).data
    const active = await make.user(laboratory)
    const withdraw = (id: string) => call(`/api/staff/team/${id}/invitation`, { method: 'DELETE' })
    expect(await refusalOf(await withdraw(active.id))).toEqual([409, 'not_waiting'])
    expect((await withdraw(id)).status).toBe(204)
    expect(await refusalOf(await withdraw(id))).toEqual([404, 'not_found'])
    expect(await listOf(call)).toHaveLength(2)
    expect((await invite(call)).status).toBe(201)
    expect(await deedsOf(administrator)).toEqual(['user_invited', 'invitation_withdrawn', 'user_invited'])
  })

  it('is handed a link where no mail goes out, which ends the one before; audited', async () => {
    const { laboratory, administrator, call } = await opened()
    const { id } = (await (await invite(call)).json()).data
    expect((await (await call('/api/staff/team')).json()).areMailsSent).toBe(false)
    const copy = async () => (await (await call(`/api/staff/team/${id}/link`, { method: 'POST' })).json()).data
    const [first, second] = [await copy(), await copy()]
    expect(second.path).toMatch(/^\/login#invitation=[\w-]+&login=paul%40labo.example$/)
    const look = async ({ path }: { path: string }) => {
      const [, token] = /=([\w-]+)&/.exec(path) ?? []
      return (await request(laboratory, '/api/password-resets/look', { body: { token } })).status
    }
    expect([await look(first), await look(second)]).toEqual([404, 200])
    const active = await make.user(laboratory)
    expect(await refusalOf(await call(`/api/staff/team/${active.id}/link`, { method: 'POST' }))).toEqual([
      409,
      'not_waiting',
    ])
    expect(await deedsOf(administrator)).toEqual(['user_invited', 'invitation_copied', 'invitation_copied'])
  })

  it('has new rights, none, and its own again from the very next request on; audited once', async () => {
    const { laboratory, administrator, call } = await opened()
    const member = await make.user(laboratory, { role: 'driver' })
    const theirs = await as(member)
    expect((await theirs('/api/staff/practices')).status).toBe(403)
    expect((await setRole(call, member.id, 'administrator')).status).toBe(204)
    expect((await theirs('/api/staff/practices')).status).toBe(200)
    expect((await setRole(call, member.id, 'administrator')).status).toBe(204)
    expect((await setAccess(call, member.id, true)).status).toBe(204)
    expect((await theirs('/api/staff/waiting')).status).toBe(401)
    expect((await setAccess(call, member.id, true)).status).toBe(204)
    expect((await setAccess(call, member.id, false)).status).toBe(204)
    expect((await (await as(member))('/api/staff/waiting')).status).toBe(200)
    expect(await deedsOf(administrator)).toEqual(['user_changed', 'user_disabled', 'user_enabled'])
  })

  it('leaves its cases in progress to nobody when it is kept out, as the list said; what is done stays in its name', async () => {
    const { laboratory, call } = await opened()
    const [member, colleague] = [await make.user(laboratory, { role: 'production' }), await make.user(laboratory)]
    const practice = await make.practice(laboratory)
    const made = (technician: TestUser, status: string) =>
      make.order(practice, { technician_id: technician.id, status })
    const [open, done, other] = [
      await made(member, 'in_production'),
      await made(member, 'delivered'),
      await made(colleague, 'in_production'),
    ]
    const elsewhere = await opened()
    const openOf = async () => {
      const team: { id: string; openCases: number }[] = await listOf(call)
      return [member, colleague].map(({ id }) => team.find(one => one.id === id)?.openCases)
    }
    const technicianOf = async ({ id }: { id: string }) =>
      (await (await call(`/api/staff/orders/${id}`)).json()).data.technician?.id
    expect(await openOf()).toEqual([1, 1])
    expect((await setAccess(elsewhere.call, member.id, true)).status).toBe(404)
    expect(await openOf()).toEqual([1, 1])
    expect((await setAccess(call, member.id, true)).status).toBe(204)
    expect(await openOf()).toEqual([0, 1])
    expect([await technicianOf(open), await technicianOf(done), await technicianOf(other)]).toEqual([
      undefined,
      member.id,
      colleague.id,
    ])
  })

  it('hands its cases in progress, as it is kept out, to the colleague who was chosen; each is audited', async () => {
    const { laboratory, call } = await opened()
    const member = await make.user(laboratory, { role: 'production' })
    const heir = await make.user(laboratory, { role: 'production' })
    const driver = await make.user(laboratory, { role: 'driver' })
    const elsewhere = await opened()
    const practice = await make.practice(laboratory)
    const open = await make.order(practice, { technician_id: member.id, status: 'in_production' })
    const done = await make.order(practice, { technician_id: member.id, status: 'delivered' })
    const caseOf = async ({ id }: { id: string }) => (await (await call(`/api/staff/orders/${id}`)).json()).data
    for (const nobody of [member.id, driver.id, elsewhere.administrator.id, randomUUID()])
      expect(await refusalOf(await setAccess(call, member.id, true, nobody))).toEqual([422, 'not_of_the_team'])
    expect((await caseOf(open)).technician.id).toBe(member.id)

    expect((await setAccess(call, member.id, true, heir.id)).status).toBe(204)
    expect((await caseOf(open)).technician.id).toBe(heir.id)
    expect((await caseOf(done)).technician.id).toBe(member.id)
    const { rows } = await make.within(laboratory.id, client =>
      client.query("select order_id from audit_events where kind = 'order_assigned'"),
    )
    expect(rows).toEqual([{ order_id: open.id }])
  })

  it('is handed on also of whom is out or off the bench already; where nothing is left, whoever names somebody is told', async () => {
    const { laboratory, call } = await opened()
    const [first, heir] = [await make.user(laboratory), await make.user(laboratory)]
    const practice = await make.practice(laboratory)
    const technicianOf = async ({ id }: { id: string }) =>
      (await (await call(`/api/staff/orders/${id}`)).json()).data.technician?.id
    const acts = [
      (id: string, casesTo?: string) => setAccess(call, id, true, casesTo),
      (id: string, casesTo?: string) => setRole(call, id, 'driver', casesTo),
    ]
    for (const act of acts) {
      const member = await make.user(laboratory, { role: 'production' })
      const open = await make.order(practice, { technician_id: member.id, status: 'in_production' })
      expect((await act(member.id, first.id)).status).toBe(204)
      // A colleague has just decided otherwise: the cases are not with the person named here.
      expect(await refusalOf(await act(member.id, heir.id))).toEqual([409, 'nothing_to_hand_on'])
      expect(await technicianOf(open)).toBe(first.id)
      expect((await act(member.id)).status, 'nobody is named').toBe(204)
      // For example, a case whose delivery was taken back is in progress again, in their name.
      const late = await make.order(practice, { technician_id: member.id, status: 'shipped' })
      expect((await act(member.id, heir.id)).status).toBe(204)
      expect([await technicianOf(open), await technicianOf(late)]).toEqual([first.id, heir.id])
    }
  })

  it('hands its cases in progress on where its new role works on none: to whom was chosen, else to nobody', async () => {
    const { laboratory, call } = await opened()
    const [heir, driver] = [await make.user(laboratory), await make.user(laboratory, { role: 'driver' })]
    const practice = await make.practice(laboratory)
    const technicianOf = async ({ id }: { id: string }) =>
      (await (await call(`/api/staff/orders/${id}`)).json()).data.technician?.id
    for (const [role, casesTo, now] of [
      ['driver', heir.id, heir.id],
      ['accounting', undefined, undefined],
      ['administrator', heir.id, 'still theirs'],
    ] as const) {
      const member = await make.user(laboratory, { role: 'production' })
      const open = await make.order(practice, { technician_id: member.id, status: 'in_production' })
      const done = await make.order(practice, { technician_id: member.id, status: 'delivered' })
      for (const nobody of [member.id, driver.id, randomUUID()])
        expect(await refusalOf(await setRole(call, member.id, role, nobody))).toEqual([422, 'not_of_the_team'])
      expect((await setRole(call, member.id, role, casesTo)).status).toBe(204)
      expect([await technicianOf(open), await technicianOf(done)]).toEqual([
        now === 'still theirs' ? member.id : now,
        member.id,
      ])
    }
  })

  it('is told of to its administrators’ open screens, and to nobody else’s', async () => {
    const { laboratory, call } = await opened()
    const driver = await as(await make.user(laboratory, { role: 'driver' }))
    const [theirs, others] = [listenTo(await call('/api/events')), listenTo(await driver('/api/events'))]
    await Promise.all([theirs.next('ready'), others.next('ready')])
    await invite(call)
    expect(await theirs.next('change')).toEqual({ topics: ['staff'] })
    const practice = await make.practice(laboratory)
    await make.ride(practice, '2099-03-02', 'AM')
    expect(await others.next('change'), 'the first that is heard').toEqual({ topics: ['rides'] })
    await Promise.all([theirs.close(), others.close()])
  })
})

describe('the team is none of the business of', () => {
  const calls = (id: string): [string, object | undefined][] => [
    ['/api/staff/team', undefined],
    ['/api/staff/team', wanted],
    [`/api/staff/team/${id}/invitation`, {}],
    [`/api/staff/team/${id}/address`, { email: 'x@y.example' }],
    [`/api/staff/team/${id}/link`, {}],
    [`/api/staff/team/${id}/role`, { role: 'administrator' }],
    [`/api/staff/team/${id}/access`, { isDisabled: true }],
  ]

  it('whoever is signed out, a practice, and every other role', async () => {
    const { laboratory, administrator, call } = await opened()
    const manager = await as(await make.user(await make.practice(laboratory), { account_type: 'manager' }))
    const roles = await Promise.all(
      ['production', 'accounting', 'driver'].map(async role => as(await make.user(laboratory, { role }))),
    )
    const before = await listOf(call)
    for (const [path, body] of calls(administrator.id)) {
      const options = body ? { body } : {}
      expect((await request(laboratory, path, options)).status, path).toBe(401)
      for (const theirs of [manager, ...roles]) expect((await theirs(path, options)).status, path).toBe(403)
    }
    expect(await listOf(call)).toEqual(before)
  })

  it('another laboratory, for which nobody of it is there; nor is somebody of a practice one of the team', async () => {
    const { laboratory, administrator } = await opened()
    const elsewhere = await opened()
    const member = await make.user(await make.practice(laboratory))
    const ours = await as(administrator)
    for (const [call, id] of [
      [elsewhere.call, administrator.id],
      [ours, member.id],
    ] as const) {
      for (const answer of [await again(call, id), await setRole(call, id, 'driver'), await setAccess(call, id, true)])
        expect(await refusalOf(answer)).toEqual([404, 'not_found'])
      expect((await listOf(call)).map((row: { id: string }) => row.id)).not.toContain(id)
    }
  })

  it('the runtime role itself: in a transaction of anybody else’s it makes no administrator', async () => {
    const { laboratory, administrator } = await opened()
    const [driver, member] = [
      await make.user(laboratory, { role: 'driver' }),
      await make.user(await make.practice(laboratory)),
    ]
    await expect(makeAdministrator(driver, driver.id)).rejects.toMatchObject({ constraint: 'users__administered' })
    await expect(makeAdministrator(member, member.id)).rejects.toMatchObject({
      constraint: 'users__administered',
    })
    await makeAdministrator(administrator, driver.id)
    expect((await (await as(driver))('/api/staff/team')).status).toBe(200)
  })
})

describe('the last administrator', () => {
  it('changes nothing about themselves, nor does any other: whoever acts stays one', async () => {
    const { laboratory, administrator, call } = await opened()
    const other = await make.user(laboratory)
    for (const answer of [
      await setRole(call, administrator.id, 'driver'),
      await setAccess(call, administrator.id, true),
      // The same id in capitals.
      await setAccess(call, administrator.id.toUpperCase(), true),
    ])
      expect(await refusalOf(answer)).toEqual([409, 'own_account'])
    await expect(makeDriver(administrator, administrator.id)).rejects.toMatchObject({
      constraint: 'users__administered',
    })
    expect((await call('/api/staff/team')).status).toBe(200)
    expect(await deedsOf(administrator)).toEqual([])
    expect((await setRole(await as(other), administrator.id, 'production')).status).toBe(204)
    expect((await call('/api/staff/team')).status).toBe(403)
  })

  it('is left where all of them keep each other, and themselves, out at once', async () => {
    for (let round = 0; round < 5; round++) {
      const { laboratory, administrator } = await opened()
      const all = [administrator, await make.user(laboratory), await make.user(laboratory)]
      const calls = await Promise.all(all.map(as))
      const answers = await Promise.all(
        calls.flatMap(call =>
          all.map(async ({ id }, index) => (index % 2 ? setAccess(call, id, true) : setRole(call, id, 'driver'))),
        ),
      )
      for (const { status } of answers) expect([204, 401, 403, 409]).toContain(status)
      const { rows } = await make.within(laboratory.id, client =>
        client.query("select count(*)::int as left from users where role = 'administrator' and disabled_at is null"),
      )
      expect(rows[0]?.left).toBeGreaterThanOrEqual(1)
    }
  })
})
