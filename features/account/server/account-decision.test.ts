import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeLink } from '#features/auth/server/link.ts'
import { addDays, type Day, dayInZone, weekday } from '#kit/day.ts'
import { doChores } from '#tenancy/server/chores.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { known, type Part, startAccountTests } from '#test/account.ts'
import { listenTo } from '#test/events.ts'
import { problemOf } from '#test/harness.ts'
import { type TestUser, testPassword } from '#test/make.ts'
import { settingsOf } from '#test/practice-settings.ts'

const {
  app,
  make,
  as,
  request,
  owner,
  tried,
  opened,
  asked,
  accountOf,
  waitingFor,
  waitingOne,
  decide,
  refusalOf,
  faultsOf,
  rowsOf,
  mailsOf,
  deedsOf,
} = startAccountTests()

describe('the laboratory', () => {
  it('sees what waits, oldest first, with what holds now, and applies it whole', async () => {
    const { asClaire, asPaul, asStaff, practice, laboratory } = await opened()
    const emails = ['accueil@cabinet.test', 'compta@cabinet.test']
    await asked(asClaire, 'contact-information', { phone: '01 99 00 77 77', mobile: null, emails })
    await asked(asPaul, 'delivery-instruction', { deliveryInstruction: 'Au fond de la cour', deliveryDays: [4, 2] })
    const [contact, delivery] = await waitingFor(asStaff)
    expect(contact).toMatchObject({
      part: 'contact_information',
      practice: 'Cabinet d’essai',
      requestedBy: 'Dr Claire Martin',
      fields: [
        { field: 'phone', before: known.phone, after: '01 99 00 77 77', now: known.phone },
        { field: 'mobile', before: known.mobile, after: null, now: known.mobile },
        { field: 'emails', before: known.emails, after: emails, now: known.emails },
      ],
    })
    if (!contact || !delivery) throw new Error('Two requests wait.')
    for (const one of [contact, delivery]) expect((await decide(asStaff, one, 'apply')).status).toBe(204)
    expect(await accountOf(asPaul)).toMatchObject({
      contactInformation: { phone: '01 99 00 77 77', emails },
      deliveryInstruction: { deliveryInstruction: 'Au fond de la cour', deliveryDays: [2, 4] },
      changes: [
        { state: 'applied', part: 'delivery_instruction', isOwn: true, reason: null },
        { state: 'applied', part: 'contact_information', isOwn: false },
      ],
    })
    expect(await rowsOf(laboratory, `select mobile, name from practices where id = '${practice.id}'`)).toEqual([
      { mobile: null, name: 'Cabinet d’essai' },
    ])
    expect(await waitingFor(asStaff)).toEqual([])
  })

  it('refuses with a sentence, which whoever asked reads in the portal and in a mail of their language', async () => {
    const { asPaul, asStaff, laboratory } = await opened()
    await asked(asPaul, 'contact-information', { phone: '01 99 00 77 77' })
    const one = await waitingOne(asStaff)
    expect(await faultsOf(await decide(asStaff, one, { reason: ' ' }))).toEqual([422, ['reason required']])
    expect((await decide(asStaff, one, { reason: 'Ce numéro ne répond pas.' })).status).toBe(204)
    const account = await accountOf(asPaul)
    expect(account.contactInformation.phone).toBe(known.phone)
    expect(account.changes).toMatchObject([{ state: 'refused', reason: 'Ce numéro ne répond pas.' }])
    const [mail, ...others] = await mailsOf(laboratory)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ subject: 'Your request for a change was refused' })
    expect(mail?.text_part).toMatch(/Hello Paul Roux,.*Ce numéro ne répond pas\..*\/account/s)
    expect(mail?.text_part).not.toContain('01 99 00 77 77')
    expect(await deedsOf(laboratory)).toEqual(['account_change_requested', 'account_change_refused'])
  })

  it('tells of it as whoever asked has chosen: with the digest, or never; of what concerns signing in at once', async () => {
    const { asPaul, asStaff, laboratory, paul } = await opened()
    const choose = async (way: string) =>
      expect(
        (await asPaul('/api/account/notices', { method: 'PATCH', body: { ways: { request_decided: way } } })).status,
      ).toBe(200)
    const decided = async (part: Part, body: object, how: Parameters<typeof decide>[2]) => {
      await asked(asPaul, part, body)
      expect((await decide(asStaff, await waitingOne(asStaff), how)).status).toBe(204)
    }
    await choose('never')
    await decided('contact-information', { phone: '01 99 00 77 77' }, 'apply')
    await choose('digest')
    await decided('contact-information', { phone: '01 99 00 88 88' }, { reason: 'Ce numéro ne répond pas.' })
    expect(await mailsOf(laboratory)).toEqual([])
    await rowsOf(laboratory, `update notices set created_at = now() - interval '25 hours'`)
    await doChores(app.chores, { laboratories: [laboratory.id] })
    const [digest, ...others] = await mailsOf(laboratory)
    expect(others).toEqual([])
    expect(digest?.subject).toMatch(/^Your summary of /)
    expect(digest?.text_part).toMatch(/See my account\n {2}Request for a change decided\n {2}\S+\/account\n/)
    expect(digest?.text_part).not.toContain('Ce numéro')
    await choose('never')
    await decided('personal-information', { login: 'paul-r', currentPassword: testPassword }, 'apply')
    expect((await mailsOf(laboratory)).map(({ recipient, subject }) => [recipient, subject])).toContainEqual([
      `${paul.login}@example.test`,
      'Your request for a change was applied',
    ])
  })

  it('tells a new e-mail address at the old one too', async () => {
    const { asClaire, asStaff, claire, laboratory } = await opened()
    const email = 'claire@ailleurs.test'
    const { personalInformation: personal } = await accountOf(asClaire)
    await asked(asClaire, 'personal-information', { email, login: 'claire-m', currentPassword: testPassword })
    expect((await decide(asStaff, await waitingOne(asStaff), 'apply')).status).toBe(204)
    const to = (await mailsOf(laboratory)).map(({ recipient }) => recipient)
    expect(to.toSorted()).toEqual([email, personal.email].toSorted())
    const signIn = (login: string) => request(laboratory, '/auth', { body: { login, password: testPassword } })
    expect([(await signIn('claire-m')).status, (await signIn(claire.login)).status]).toEqual([200, 401])
  })

  it('ends with an e-mail address the links that were mailed there', async () => {
    const { laboratory, asClaire, asStaff, claire } = await opened()
    const linked = () =>
      openLaboratoryOf(app.api.services.database, laboratory.id, 'write', actor => makeLink(actor, claire.id, 'reset'))
    const left = async () =>
      (await rowsOf(laboratory, `select from password_links where user_id = '${claire.id}'`)).length
    await linked()
    for (const [body, expected] of [
      [{ phone: '06 99 00 11 22' }, 1],
      [{ email: 'claire@nouveau.test', currentPassword: testPassword }, 0],
    ] as const) {
      await asked(asClaire, 'personal-information', body)
      const [waiting] = await waitingFor(asStaff)
      if (!waiting) throw new Error('Nothing waits.')
      expect((await decide(asStaff, waiting, 'apply')).status).toBe(204)
      expect(await left()).toBe(expected)
    }
  })

  it('never writes over what has changed since without having been shown it', async () => {
    const { asClaire, asStaff, laboratory, practice } = await opened()
    await asked(asClaire, 'contact-information', { phone: '01 99 00 77 77', mobile: null })
    const seen = await waitingOne(asStaff)
    await rowsOf(laboratory, `update practices set phone = '01 99 00 00 01' where id = '${practice.id}'`)
    expect(await refusalOf(await decide(asStaff, seen, 'apply'))).toEqual([409, 'change_moved'])
    expect(await refusalOf(await decide(asStaff, seen, { reason: 'x' }))).toEqual([409, 'change_moved'])
    const now = await waitingOne(asStaff)
    expect(now.fields[0]).toEqual({
      field: 'phone',
      before: known.phone,
      after: '01 99 00 77 77',
      now: '01 99 00 00 01',
    })
    expect((await decide(asStaff, now, 'apply')).status).toBe(204)
    expect((await accountOf(asClaire)).contactInformation.phone).toBe('01 99 00 77 77')
  })

  it('decides of the request as it was shown, not as it has been added to since', async () => {
    const { asClaire, asStaff } = await opened()
    await asked(asClaire, 'contact-information', { phone: '01 99 00 77 77' })
    const seen = await waitingOne(asStaff)
    await asked(asClaire, 'contact-information', { mobile: null })
    expect(await refusalOf(await decide(asStaff, seen, 'apply'))).toEqual([409, 'change_moved'])
    expect((await accountOf(asClaire)).contactInformation.phone).toBe(known.phone)
  })

  it('decides once, however many decide at once', async () => {
    const { asClaire, asStaff, laboratory } = await opened()
    await asked(asClaire, 'contact-information', { phone: '01 99 00 77 77' })
    const one = await waitingOne(asStaff)
    const others = await Promise.all(Array.from({ length: 5 }, async () => as(await make.user(laboratory))))
    const answers = await Promise.all(
      others.map((call, index) => decide(call, one, index % 2 ? 'apply' : { reason: 'Non.' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409, 409, 409])
    const refused = answers.filter(({ status }) => status === 409)
    for (const response of refused) expect((await problemOf(response)).code).toBe('change_decided')
    expect(await mailsOf(laboratory)).toHaveLength(1)
    expect(await deedsOf(laboratory)).toHaveLength(2)
  })

  it('learns when it applies it that a login is somebody else’s, which the practice is not told', async () => {
    const { asClaire, asStaff, paul } = await opened()
    await asked(asClaire, 'personal-information', {
      login: paul.login,
      lastName: 'Roux',
      currentPassword: testPassword,
    })
    const one = await waitingOne(asStaff)
    expect(await refusalOf(await decide(asStaff, one, 'apply'))).toEqual([409, 'login_taken'])
    expect((await accountOf(asClaire)).personalInformation.lastName).toBe('Martin')
    expect((await waitingOne(asStaff)).id).toBe(one.id)
  })

  it('is the administrator: nobody else of the staff sees or decides', async () => {
    const { asClaire, asStaff, laboratory } = await opened()
    await asked(asClaire, 'contact-information', { mobile: null })
    const one = await waitingOne(asStaff)
    for (const role of ['production', 'accounting', 'driver']) {
      const call = await as(await make.user(laboratory, { role }))
      expect((await call('/api/staff/account-changes')).status).toBe(403)
      expect((await decide(call, one, 'apply')).status).toBe(403)
    }
    expect((await decide(asClaire, one, 'apply')).status).toBe(403)
  })

  it('alone writes what waits for it: a practice’s own transaction cannot', async () => {
    const { practice, claire, laboratory } = await opened()
    const client = await owner.connect()
    const tried = async (statement: string) => {
      await client.query('begin')
      await client.query('select tenant.set_context($1, $2, $3)', [laboratory.id, practice.id, claire.id])
      return client.query(statement).finally(() => client.query('rollback'))
    }
    for (const statement of [
      `update users set email = 'x@y.test' where id = '${claire.id}'`,
      `update users set last_name = 'X' where id = '${claire.id}'`,
      `update practices set phone = '1' where id = '${practice.id}'`,
      `update practices set delivery_days = '{1}' where id = '${practice.id}'`,
    ])
      await expect(tried(statement), statement).rejects.toThrow(/the laboratory changes this/)
    await tried(`update users set language = 'en' where id = '${claire.id}'`)
    client.release()
  })

  it('is asked by nobody in a colleague’s name, nor lets one of them choose another’s password', async () => {
    const { practice, claire, paul, staff, laboratory, asPaul } = await opened()
    const { id } = await asked(asPaul, 'personal-information', { phone: '06 99 00 11 22' })
    const driver = await make.user(laboratory, { role: 'driver' })
    const manager = await make.user(practice, { account_type: 'manager' })
    const invited = await make.user(practice, { password_hash: null })
    const invitedToRun = await make.user(laboratory, { password_hash: null })
    const ofPractice = `'${laboratory.id}', '${practice.id}'`
    const password = ({ id }: TestUser) => `update users set password_hash = '$argon2id$x' where id = '${id}'`
    const link = ({ id }: TestUser, purpose: string) =>
      `insert into password_links (brand_id, token_hash, user_id, purpose, expires_at)
       values ('${laboratory.id}', sha256('${randomUUID()}'), '${id}', '${purpose}', now() + interval '9 minutes')`
    const request = ({ id }: TestUser) =>
      `insert into account_changes (brand_id, practice_id, part, requested_by)
       values (${ofPractice}, 'personal_information', '${id}')`
    const field = `insert into account_change_fields (brand_id, practice_id, change_id, field, subject_id, before, after)
       values (${ofPractice}, '${id}', 'email', '${paul.id}', '"a"', '"b"')`
    const wrong: [TestUser, string][] = [
      [claire, password(paul)],
      [driver, password(staff)],
      [claire, link(paul, 'reset')],
      [driver, link(staff, 'reset')],
      // An invitation gives access to an account as well.
      [driver, link(invitedToRun, 'invitation')],
      [driver, link(invited, 'invitation')],
      [paul, link(invited, 'invitation')],
      [claire, link(paul, 'invitation')],
      [claire, request(paul)],
      [claire, field],
    ]
    for (const [by, statement] of wrong)
      await expect(tried(by, statement), statement).rejects.toMatchObject({ code: '42501' })
    const right: [TestUser, string][] = [
      [paul, password(paul)],
      [manager, link(invited, 'invitation')],
      [staff, link(invitedToRun, 'invitation')],
      [claire, request(claire)],
      [paul, field],
    ]
    for (const [by, statement] of right) expect((await tried(by, statement)).numAffectedRows, statement).toBe(1n)
  })

  it('changes the days of delivery for the next promise, which open screens are told', async () => {
    const { asClaire, asPaul, asStaff } = await opened()
    await asked(asClaire, 'delivery-instruction', { deliveryDays: [3] })
    const one = await waitingOne(asStaff)
    const events = listenTo(await asPaul('/api/events'))
    await events.next('ready')
    await decide(asStaff, one, 'apply')
    const told = new Set<string>()
    while (told.size < 2) for (const topic of (await events.next('change')).topics) told.add(topic)
    expect([...told].toSorted()).toEqual(['account', 'closures'])
    await events.close()
    expect(JSON.stringify(await (await asPaul('/api/catalogue')).json())).toContain('"deliveryDays":[3]')
  })

  it('has them counted on its first screen', async () => {
    const { asClaire, asPaul, asStaff } = await opened()
    await asked(asClaire, 'contact-information', { mobile: null })
    await asked(asPaul, 'personal-information', { title: null })
    const { queues } = (await (await asStaff('/api/staff/waiting')).json()).data
    expect(queues.accountChanges).toEqual({ count: 2, since: expect.any(String) })
  })
})

describe('other delivery days of a practice', () => {
  const nextMonday = (after: Day) => addDays(after, 8 - weekday(after))
  const monday = nextMonday(addDays(dayInZone(new Date(), 'Europe/Paris'), 7))
  const [tuesday, wednesday] = [addDays(monday, 1), addDays(monday, 2)]
  const lookAt = async (call: Awaited<ReturnType<typeof as>>, practice: { id: string }, body: object) => {
    const response = await call(`/api/staff/practices/${practice.id}/moved-deliveries`, { body })
    return [response.status, (await response.json()).data]
  }
  const daysOf = async (here: Awaited<ReturnType<typeof opened>>) =>
    (await rowsOf(here.laboratory, 'select code, delivery_on::text as day from orders order by code')).map(
      ({ code, day }) => `${code} ${day}`,
    )

  it('are shown before with the promises that move, those past the appointment first, and move nothing yet', async () => {
    const here = await opened()
    const { practice, asClaire, asStaff } = here
    await make.order(practice, { code: 'A', delivery_on: monday })
    await make.order(practice, { code: 'B', delivery_on: monday, appointment_at: `${monday}T15:00:00Z` })
    await make.order(practice, { code: 'C', delivery_on: tuesday })
    await make.order(practice, { code: 'D', delivery_on: monday, status: 'delivered' })
    const elsewhere = await make.practice(here.laboratory)
    await make.order(elsewhere, { code: 'E', delivery_on: monday })
    await asked(asClaire, 'delivery-instruction', { deliveryDays: [2, 4] })
    const one = await waitingOne(asStaff)
    expect(one.practiceId).toBe(practice.id)
    const moved = [
      { code: 'B', from: monday, to: tuesday, isTooLate: true },
      { code: 'A', from: monday, to: tuesday, isTooLate: false },
    ]
    expect(await lookAt(asStaff, practice, { deliveryDays: [2, 4] })).toEqual([
      200,
      moved.map(order => expect.objectContaining(order)),
    ])
    const before = [`A ${monday}`, `B ${monday}`, `C ${tuesday}`, `D ${monday}`, `E ${monday}`]
    expect(await daysOf(here)).toEqual(before)
    expect((await accountOf(asClaire)).deliveryInstruction.deliveryDays).toEqual([1, 2, 3, 4, 5])

    expect((await decide(asStaff, one, 'apply')).status).toBe(204)
    expect(await daysOf(here)).toEqual([`A ${tuesday}`, `B ${tuesday}`, ...before.slice(2)])
    const { data } = await (await asClaire('/api/orders?search=A')).json()
    expect(data[0]).toMatchObject({ code: 'A', deliveryDate: tuesday, delayDays: 0, delivery: { moved: 'days' } })
    const { data: whole } = await (await asClaire(`/api/orders/${data[0].id}`)).json()
    expect(whole.timeline.at(-1).note).toMatch(
      /^Le cabinet a changé ses jours de livraison\u00a0: livraison déplacée au /,
    )
  })

  it('that the laboratory sets by itself move as well, and days taken again give back what they moved', async () => {
    const here = await opened()
    const { practice, asStaff } = here
    await make.order(practice, { code: 'A', delivery_on: monday })
    const set = async (deliveryDays: number[]) => {
      const { data } = await (await asStaff(`/api/staff/practices/${practice.id}`)).json()
      const body = { ...settingsOf(data), deliveryDays }
      expect((await asStaff(`/api/staff/practices/${practice.id}`, { method: 'PUT', body })).status).toBe(204)
    }
    await set([3, 4, 5])
    expect(await daysOf(here)).toEqual([`A ${wednesday}`])
    expect(await lookAt(asStaff, practice, { deliveryDays: [2, 3, 4, 5] })).toMatchObject([
      200,
      [{ code: 'A', from: wednesday, to: tuesday }],
    ])
    await set([2, 3, 4, 5])
    expect(await daysOf(here)).toEqual([`A ${tuesday}`])
    await set([1, 2, 3, 4, 5])
    expect(await daysOf(here)).toEqual([`A ${monday}`])
    expect(await rowsOf(here.laboratory, 'select moved_from_on, excused_on from orders')).toEqual([
      { moved_from_on: null, excused_on: null },
    ])
  })

  it('go around the laboratory’s holidays and the practice’s absences, and leave what comes today', async () => {
    const here = await opened()
    const { practice, laboratory, asStaff } = here
    const today = dayInZone(new Date(), 'Europe/Paris')
    await make.order(practice, { code: 'A', delivery_on: monday })
    await make.order(practice, { code: 'B', delivery_on: today, status: 'shipped' })
    await make.holiday(laboratory, tuesday)
    await make.absence(practice, wednesday, wednesday)
    const without = [1, 2, 3, 4, 5, 6, 7].filter(day => day !== 1 && day !== weekday(today))
    const left = without.filter(day => day < 6)
    const [, moved] = await lookAt(asStaff, practice, { deliveryDays: left })
    const to = [3, 4, 5, 6].map(days => addDays(monday, days)).find(day => left.includes(weekday(day)))
    expect(moved).toEqual([expect.objectContaining({ code: 'A', to })])
  })

  it('of another laboratory are nobody’s to look at, nor of this one for whoever may not see practices', async () => {
    const { practice, laboratory, asClaire } = await opened()
    const foreign = await opened()
    const days = { deliveryDays: [2] }
    const asDriver = await as(await make.user(laboratory, { role: 'driver' }))
    for (const [call, status] of [
      [foreign.asStaff, 404],
      [asDriver, 403],
      [asClaire, 403],
    ] as const)
      expect((await lookAt(call, practice, days))[0]).toBe(status)
  })
})
