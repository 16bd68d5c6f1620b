import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeLink } from '#features/auth/server/link.ts'
import type { Reply } from '#kit/contract.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { listMails } from '#tenancy/server/outbox-sql.ts'
import { listenTo } from '#test/events.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import { type TestLaboratory, type TestPractice, type TestUser, testPassword } from '#test/make.ts'
import type { Account, AccountChange, accountCalls, staffAccountCalls } from '../contract.ts'

const { app, make, as, request, owner, tokenFor, accessTokens } = startTestApp()

type Caller = Awaited<ReturnType<typeof as>>
type Part = 'personal-information' | 'contact-information' | 'delivery-instruction'
type Asked = Reply<typeof accountCalls.changeContact>['data']
type Waiting = Reply<typeof staffAccountCalls.list>['data'][number]

const known = {
  phone: '01 99 00 45 12',
  mobile: '06 99 00 45 12',
  emails: ['accueil@cabinet.test'],
  delivery_instruction: 'Sonner deux fois',
  address: '18 rue de Paris',
  postal_code: '93260',
  city: 'Les Lilas',
}

/** A practice with two people, and the laboratory's administrator. */
async function opened(values: Record<string, unknown> = {}) {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory, { ...known, ...values })
  const [claire, paul] = [
    await make.user(practice, { login: `claire-${randomUUID()}` }),
    await make.user(practice, { first_name: 'Paul', last_name: 'Roux', language: 'en' }),
  ]
  const staff = await make.user(laboratory)
  const [asClaire, asPaul, asStaff] = [await as(claire), await as(paul), await as(staff)]
  return { laboratory, practice, claire, paul, staff, asClaire, asPaul, asStaff }
}

const patch = (call: Caller, part: Part, body: unknown, headers: Record<string, string> = {}) =>
  call(`/api/account/${part}`, { method: 'PATCH', body, headers })
const asked = async (call: Caller, part: Part, body: unknown): Promise<NonNullable<Asked>> => {
  const response = await patch(call, part, body)
  expect(response.status).toBe(202)
  const { data } = (await response.json()) as { data: Asked }
  if (!data) throw new Error('Nothing is asked for.')
  return data
}
const accountOf = async (call: Caller): Promise<Account> => (await (await call('/api/account')).json()).data
const waitingFor = async (call: Caller): Promise<Waiting[]> =>
  (await (await call('/api/staff/account-changes')).json()).data
const waitingOne = async (call: Caller): Promise<Waiting> => {
  const [one, ...others] = await waitingFor(call)
  if (!one || others.length > 0) throw new Error('Not one request waits.')
  return one
}
const decide = (call: Caller, { id, version }: Waiting, how: 'apply' | { reason: string }) =>
  how === 'apply'
    ? call(`/api/staff/account-changes/${id}/apply`, { body: { version } })
    : call(`/api/staff/account-changes/${id}/refuse`, { body: { version, ...how } })
const withdraw = (call: Caller, { id }: Pick<AccountChange, 'id'>) =>
  call(`/api/account/changes/${id}`, { method: 'DELETE' })
const refusalOf = async (response: Response) => [response.status, (await problemOf(response)).code]
const faultsOf = async (response: Response) => {
  const { status, errors } = await problemOf(response)
  return [status, errors?.map(({ path, code }) => `${path} ${code}`)]
}
const rowsOf = async ({ id }: TestLaboratory, statement: string) =>
  (await make.within(id, client => client.query(statement))).rows
const everythingOf = ({ practice, claire }: { practice: TestPractice; claire: TestUser }) =>
  rowsOf(
    practice.laboratory,
    `select to_jsonb(p) as practice, to_jsonb(u) as "user" from practices p, users u
     where p.id = '${practice.id}' and u.id = '${claire.id}'`,
  )
const mailsOf = ({ id }: TestLaboratory) =>
  openLaboratoryOf(app.api.services.database, id, 'read', laboratory => listMails(laboratory, { most: 20 }))
const deedsOf = async (laboratory: TestLaboratory) =>
  (await rowsOf(laboratory, `select kind from audit_events where kind::text like 'account_%' order by id`)).map(
    ({ kind }) => kind,
  )

describe('the account', () => {
  it('shows what the laboratory knows, leaves out what there is nothing of, and names no colleague', async () => {
    const { asClaire, claire } = await opened({ mobile: null })
    expect(await accountOf(asClaire)).toEqual({
      practice: 'Cabinet d’essai',
      personalInformation: {
        title: 'Dr',
        firstName: 'Claire',
        lastName: 'Martin',
        login: claire.login,
        email: expect.stringContaining('@example.test'),
      },
      officeAddress: { address: '18 rue de Paris', postalCode: '93260', city: 'Les Lilas', countryCode: 'FR' },
      contactInformation: { phone: '01 99 00 45 12', emails: ['accueil@cabinet.test'] },
      deliveryInstruction: {
        deliveryInstruction: 'Sonner deux fois',
        deliveryDays: [1, 2, 3, 4, 5],
        openingDays: [1, 2, 3, 4, 5],
      },
      changes: [],
    })
  })

  it('is nobody’s who has not signed in, nor the staff’s, and a DLCPM account’s like any other', async () => {
    const { laboratory, practice, asStaff } = await opened()
    expect((await request(laboratory, '/api/account')).status).toBe(401)
    expect((await asStaff('/api/account')).status).toBe(403)
    for (const flag of ['is_dlcpm', 'is_practice_doctor']) {
      const call = await as(await make.user(practice, { [flag]: true }))
      expect((await patch(call, 'personal-information', { phone: '06 99 00 11 22' })).status).toBe(202)
    }
  })
})

describe('a request for a change', () => {
  it('waits, changes nothing, and shows before, after and state to the colleagues too', async () => {
    const here = await opened()
    const before = await everythingOf(here)
    const change = await asked(here.asClaire, 'contact-information', {
      phone: '01 99 00 77 77',
      mobile: null,
      emails: ['accueil@cabinet.test', 'compta@cabinet.test'],
    })
    expect(change).toEqual({
      id: expect.any(String),
      part: 'contact_information',
      state: 'pending',
      requestedAt: expect.any(String),
      requestedBy: 'Dr Claire Martin',
      isOwn: true,
      fields: [
        { field: 'phone', before: '01 99 00 45 12', after: '01 99 00 77 77' },
        { field: 'mobile', before: '06 99 00 45 12', after: null },
        {
          field: 'emails',
          before: ['accueil@cabinet.test'],
          after: ['accueil@cabinet.test', 'compta@cabinet.test'],
        },
      ],
      decidedAt: null,
      reason: null,
    })
    expect(await everythingOf(here)).toEqual(before)
    expect((await accountOf(here.asPaul)).changes).toEqual([{ ...change, isOwn: false }])
    expect(await deedsOf(here.laboratory)).toEqual(['account_change_requested'])
  })

  it('about oneself is seen by nobody else of the practice', async () => {
    const { asClaire, asPaul } = await opened()
    const { id } = await asked(asClaire, 'personal-information', { phone: '06 99 00 11 22' })
    expect((await accountOf(asClaire)).changes.map(change => change.id)).toEqual([id])
    expect((await accountOf(asPaul)).changes).toEqual([])
    expect((await withdraw(asPaul, { id })).status).toBe(404)
  })

  it('of another practice or laboratory is not there', async () => {
    const { laboratory, asClaire } = await opened()
    const change = await asked(asClaire, 'contact-information', { mobile: null })
    const neighbour = await as(await make.user(await make.practice(laboratory)))
    const foreign = await opened()
    for (const call of [neighbour, foreign.asClaire]) {
      expect((await accountOf(call)).changes).toEqual([])
      expect((await withdraw(call, change)).status).toBe(404)
    }
    expect(await waitingFor(foreign.asStaff)).toEqual([])
    const response = await decide(foreign.asStaff, { ...change, version: 'x' } as unknown as Waiting, 'apply')
    expect(response.status).toBe(404)
  })

  it('is added to by whoever has made it, and gone once it comes to nothing', async () => {
    const { asClaire, laboratory } = await opened()
    const first = await asked(asClaire, 'contact-information', { phone: '01 99 00 77 77' })
    const second = await asked(asClaire, 'contact-information', { mobile: null })
    expect(second.id).toBe(first.id)
    expect(second.fields.map(({ field }) => field)).toEqual(['phone', 'mobile'])
    const third = await asked(asClaire, 'contact-information', { phone: known.phone })
    expect(third.fields.map(({ field }) => field)).toEqual(['mobile'])
    const nothing = await patch(asClaire, 'contact-information', { mobile: known.mobile })
    expect([nothing.status, await nothing.json()]).toEqual([202, { data: null }])
    expect((await accountOf(asClaire)).changes).toEqual([])
    expect(await (await patch(asClaire, 'contact-information', {})).json()).toEqual({ data: null })
    expect(await deedsOf(laboratory)).toEqual([
      'account_change_requested',
      'account_change_requested',
      'account_change_requested',
      'account_change_withdrawn',
    ])
  })

  it('of what a colleague has asked for is refused by field; beside it, it waits as well', async () => {
    const { asClaire, asPaul } = await opened()
    await asked(asClaire, 'contact-information', { phone: '01 99 00 77 77' })
    const refused = await patch(asPaul, 'contact-information', { phone: '01 99 00 88 88', mobile: null })
    expect(await problemOf(refused)).toMatchObject({
      status: 409,
      code: 'change_pending',
      errors: [{ path: 'phone', code: 'pending' }],
    })
    await asked(asPaul, 'contact-information', { mobile: null })
    await asked(asPaul, 'personal-information', { phone: '01 99 00 88 88' })
    expect((await accountOf(asPaul)).changes.map(({ fields }) => fields.map(({ field }) => field))).toEqual([
      ['phone'],
      ['mobile'],
      ['phone'],
    ])
  })

  it('of one field by ten people at once waits once', async () => {
    const { practice, laboratory } = await opened()
    const callers = await Promise.all(Array.from({ length: 10 }, async () => as(await make.user(practice))))
    const answers = await Promise.all(
      callers.map((call, index) => patch(call, 'delivery-instruction', { deliveryInstruction: `Porte ${index}` })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, ...Array.from({ length: 9 }, () => 409)])
    const once = `select from account_change_fields where field = 'deliveryInstruction' and state = 'pending'`
    expect(await rowsOf(laboratory, once)).toHaveLength(1)
  })

  it('twice for one field cannot stand in the database either, nor a decided one be decided again', async () => {
    const { practice, laboratory, claire, paul, asClaire, asStaff } = await opened()
    await asked(asClaire, 'contact-information', { mobile: null })
    const other = randomUUID()
    const ofPractice = { brand_id: laboratory.id, practice_id: practice.id }
    const requested = { part: 'contact_information', requested_by: paul.id }
    await make.insert(laboratory.id, 'account_changes', { ...ofPractice, id: other, ...requested })
    const field = { change_id: other, subject_id: practice.id, field: 'mobile', before: '"1"', after: '"2"' }
    await expect(make.insert(laboratory.id, 'account_change_fields', { ...ofPractice, ...field })).rejects.toThrow(
      /account_change_fields__once/,
    )
    const mine = (await waitingFor(asStaff)).find(({ fields }) => fields.length > 0)
    if (!mine) throw new Error('Nothing waits.')
    expect((await decide(asStaff, mine, 'apply')).status).toBe(204)
    const again = `update account_changes set state = 'refused', reason = 'x' where requested_by = '${claire.id}'`
    await expect(rowsOf(laboratory, again)).rejects.toThrow(/has been decided/)
    await expect(rowsOf(laboratory, `delete from account_change_fields where state = 'applied'`)).rejects.toThrow(
      /has been decided/,
    )
  })

  it('is withdrawn by whoever made it, once, and not after it has been decided', async () => {
    const { asClaire, asPaul, asStaff, laboratory } = await opened()
    const change = await asked(asClaire, 'delivery-instruction', { deliveryInstruction: null, deliveryDays: [2, 4] })
    expect((await withdraw(asPaul, change)).status).toBe(404)
    expect((await withdraw(asClaire, change)).status).toBe(204)
    expect(await refusalOf(await withdraw(asClaire, change))).toEqual([409, 'change_decided'])
    expect((await accountOf(asClaire)).changes).toEqual([])
    expect(await waitingFor(asStaff)).toEqual([])
    const again = await asked(asClaire, 'delivery-instruction', { deliveryDays: [2, 4] })
    await decide(asStaff, await waitingOne(asStaff), 'apply')
    expect(await refusalOf(await withdraw(asClaire, again))).toEqual([409, 'change_decided'])
    expect(await deedsOf(laboratory)).toEqual([
      'account_change_requested',
      'account_change_withdrawn',
      'account_change_requested',
      'account_change_applied',
    ])
  })

  it('is told at once to whoever has the page open, of the practice and of the laboratory', async () => {
    const { asClaire, asPaul, asStaff } = await opened()
    const streams = [listenTo(await asPaul('/api/events')), listenTo(await asStaff('/api/events'))]
    for (const events of streams) await events.next('ready')
    await asked(asClaire, 'contact-information', { mobile: null })
    for (const events of streams) expect((await events.next('change')).topics).toEqual(['account'])
    const decided = await decide(asStaff, await waitingOne(asStaff), 'apply')
    expect(decided.status).toBe(204)
    for (const events of streams) {
      expect((await events.next('change')).topics).toEqual(['account'])
      await events.close()
    }
  })
})

describe('what is sent', () => {
  it('is a merge patch and nothing else', async () => {
    const { asClaire } = await opened()
    for (const part of ['personal-information', 'contact-information', 'delivery-instruction'] as const)
      for (const type of ['application/json', 'application/json-patch+json', 'text/plain'])
        expect((await patch(asClaire, part, {}, { 'content-type': type })).status, `${part} ${type}`).toBe(415)
    expect((await patch(asClaire, 'contact-information', {})).status).toBe(202)
  })

  it.each<[Part, unknown, string[]]>([
    ['personal-information', [], [' object_expected']],
    ['personal-information', ['Claire'], [' object_expected']],
    ['personal-information', 'null', [' required']],
    ['personal-information', '"Claire"', [' required']],
    ['personal-information', { firstName: null }, ['firstName string_expected']],
    ['personal-information', { firstName: ' ', lastName: '' }, ['firstName required', 'lastName required']],
    ['personal-information', { email: 'claire' }, ['email mail_address_expected']],
    ['personal-information', { login: 'claire martin' }, ['login login_expected']],
    ['personal-information', { phone: 'never' }, ['phone phone_expected']],
    ['contact-information', { phone: null }, ['phone string_expected']],
    ['contact-information', { emails: null }, ['emails array_expected']],
    ['contact-information', { emails: [] }, ['emails required']],
    ['contact-information', { emails: ['a@b.test', 'A@B.test'] }, ['emails repeated']],
    ['contact-information', { emails: ['a@b.test', 'nobody'] }, ['emails.1 mail_address_expected']],
    ['contact-information', { emails: Array.from({ length: 11 }, (_, at) => `a${at}@b.test`) }, ['emails too_many']],
    ['contact-information', { officeAddress: '1 rue Neuve' }, ['officeAddress not_allowed']],
    ['delivery-instruction', { deliveryInstruction: 'x'.repeat(1001) }, ['deliveryInstruction too_long']],
    ['delivery-instruction', { deliveryDays: [] }, ['deliveryDays required']],
    ['delivery-instruction', { deliveryDays: [1, 1] }, ['deliveryDays repeated']],
    ['delivery-instruction', { openingDays: [0, 8] }, ['openingDays.0 min_value', 'openingDays.1 max_value']],
  ])('is refused by field: %s %j', async (part, body, faults) => {
    const { asClaire, laboratory } = ours
    const response = await patch(asClaire, part, body)
    expect(await faultsOf(response)).toEqual([422, faults])
    expect(await rowsOf(laboratory, 'select from account_changes')).toEqual([])
  })

  it('at random changes nothing but what waits', async () => {
    const here = await opened()
    const before = await everythingOf(here)
    const ownOfPrototype = Reflect.ownKeys(Object.prototype)
    const names = [
      'phone',
      'emails',
      'mobile',
      'title',
      'brand_id',
      'practiceId',
      'accountType',
      'isDLCPM',
      '__proto__',
    ]
    const value = fc.oneof(
      fc.constantFrom<unknown>(null, '06 99 00 11 22', ['a@b.test']),
      fc.jsonValue({ maxDepth: 2 }),
    )
    const members = fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 3 })
    for (const patched of fc.sample(members, 25)) {
      const text = JSON.stringify(Object.fromEntries(patched))
      for (const part of ['personal-information', 'contact-information'] as const)
        expect([202, 422], text).toContain((await patch(here.asClaire, part, text)).status)
    }
    expect(Reflect.ownKeys(Object.prototype)).toEqual(ownOfPrototype)
    expect(await everythingOf(here)).toEqual(before)
    const fields = await rowsOf(here.laboratory, 'select distinct field from account_change_fields order by 1')
    expect(fields.every(({ field }) => ['title', 'phone', 'mobile', 'emails'].includes(field))).toBe(true)
  })

  it('goes with the password where login or e-mail change, and the wrong one is not tried for ever', async () => {
    const { asClaire, claire } = await opened()
    const email = 'claire@ailleurs.test'
    const wanted = (body: object) => patch(asClaire, 'personal-information', body)
    for (const body of [{ email }, { login: 'claire-2' }])
      expect(await faultsOf(await wanted(body))).toEqual([422, ['currentPassword required']])
    expect(await refusalOf(await wanted({ email, currentPassword: 'wrong' }))).toEqual([422, 'password_wrong'])
    expect((await accountOf(asClaire)).changes).toEqual([])
    const right = { email, currentPassword: testPassword }
    const change = await asked(asClaire, 'personal-information', right)
    expect(change.fields).toMatchObject([{ field: 'email', after: email }])
    // Of what is asked for already it is not asked for again.
    expect((await wanted({ email, title: null })).status).toBe(202)
    expect((await wanted({ login: claire.login.toUpperCase() })).status).toBe(202)
    const statuses: number[] = []
    for (let tries = 0; tries < 10; tries++)
      statuses.push((await wanted({ login: 'other', currentPassword: 'wrong' })).status)
    // The right one has forgiven those before.
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 422))
    expect((await wanted({ login: 'other', currentPassword: 'wrong' })).status).toBe(429)
    expect((await wanted({ ...right, login: 'other' })).status).toBe(429)
  })

  it('keeps the password nowhere', async () => {
    const { asClaire, laboratory } = await opened()
    await asked(asClaire, 'personal-information', { email: 'c@b.test', currentPassword: testPassword })
    const kept = await rowsOf(laboratory, 'select to_jsonb(f)::text as text from account_change_fields f')
    expect(JSON.stringify(kept)).not.toContain(testPassword)
  })
})

let ours: Awaited<ReturnType<typeof opened>>
beforeAll(async () => {
  ours = await opened()
})

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
    expect(mail?.text_part).toMatch(/Hello Dr Paul Roux,.*Ce numéro ne répond pas\..*\/account/s)
    expect(mail?.text_part).not.toContain('01 99 00 77 77')
    expect(await deedsOf(laboratory)).toEqual(['account_change_requested', 'account_change_refused'])
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
    const tried = async (by: TestUser, statement: string) => {
      const session = await accessTokens.verify(await tokenFor(by))
      if (!session) throw new Error('No session.')
      const opening = { for: 'session', host: laboratory.host, ...session } as const
      return app.api.services.database.withTenant(opening, 'write', tx => sql.raw(statement).execute(tx))
    }
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
      [claire, request(paul)],
      [claire, field],
    ]
    for (const [by, statement] of wrong)
      await expect(tried(by, statement), statement).rejects.toMatchObject({ code: '42501' })
    const right: [TestUser, string][] = [
      [paul, password(paul)],
      [claire, link(paul, 'invitation')],
      [staff, link(paul, 'invitation')],
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
