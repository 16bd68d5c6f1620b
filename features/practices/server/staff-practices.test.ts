import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { listMails } from '#tenancy/server/outbox-sql.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestLaboratory, TestUser } from '#test/make.ts'

const { app, make, as, request } = startTestApp()

const wanted = {
  name: 'Cabinet des Lilas',
  rppsSiretSiren: '732829320',
  address: '12 rue des Lilas',
  postalCode: '75011',
  city: 'Paris',
  phone: '01 23 45 67 89',
  title: 'Dr',
  firstName: 'Hélène',
  lastName: 'Lefèvre',
  email: 'Helene@Lilas.example',
  language: 'en',
}
type Call = Awaited<ReturnType<typeof as>>

async function opened() {
  const laboratory = await make.laboratory()
  const staff = await make.user(laboratory)
  return { laboratory, staff, call: await as(staff) }
}
const listOf = async (call: Call, search = '') =>
  (await (await call(`/api/staff/practices${search && `?search=${search}`}`)).json()).data
const create = (call: Call, body: object = wanted, headers = {}) => call('/api/staff/practices', { body, headers })
const invite = (call: Call, id: string) => call(`/api/staff/people/${id}/invitation`, { method: 'POST' })
const setAccess = (call: Call, id: string, isDisabled: boolean) =>
  call(`/api/staff/people/${id}/access`, { body: { isDisabled } })
const refusalOf = async (response: Response) => [response.status, (await problemOf(response)).code]
const mailsOf = ({ id }: TestLaboratory) =>
  openLaboratoryOf(app.api.services.database, id, 'read', laboratory => listMails(laboratory, { most: 20 }))
const deedsOf = async ({ id }: TestLaboratory, user: TestUser) =>
  (
    await make.within(id, client =>
      client.query('select kind from audit_events where user_id = $1 order by id', [user.id]),
    )
  ).rows.map(({ kind }) => kind)

describe('a practice that orders on paper', () => {
  it('is a customer of which nobody comes in, until somebody is invited', async () => {
    const { laboratory, call } = await opened()
    const { firstName: _f, lastName: _l, email: _e, title: _t, language: _g, ...onPaper } = wanted
    const made = await call('/api/staff/practices/on-paper', { body: onPaper })
    expect(made.status).toBe(201)
    const { id } = (await made.json()).data
    expect(await listOf(call)).toMatchObject([{ id, name: 'Cabinet des Lilas', place: '75011 Paris', people: [] }])
    expect(await mailsOf(laboratory)).toEqual([])
    const { reference } = await make.product(laboratory)
    const body = {
      patientCode: 'P-1',
      prescriberName: 'Dr Paré',
      printType: 'optical',
      products: [{ reference, quantity: 1, teeth: [26], shade: 'A2' }],
    }
    expect((await call(`/api/staff/practices/${id}/orders`, { body })).status).toBe(201)
    const person = { firstName: 'Anne', lastName: 'Petit', email: 'anne@lilas.example' }
    const role = { accountType: 'manager', isPracticeDoctor: false }
    expect((await call(`/api/staff/practices/${id}/people`, { body: { ...person, ...role } })).status).toBe(201)
  })

  it('is nothing without its name, and takes nobody along', async () => {
    const { call } = await opened()
    for (const body of [{}, { name: ' ' }, { name: 'Lilas', email: 'a@lilas.example' }])
      expect(await refusalOf(await call('/api/staff/practices/on-paper', { body }))).toEqual([422, 'input_invalid'])
    expect(await listOf(call)).toEqual([])
  })
})

describe('a practice that the laboratory makes itself', () => {
  it('is there with its manager, who is invited in their language; audited', async () => {
    const { laboratory, staff, call } = await opened()
    const response = await create(call)
    expect(response.status).toBe(201)
    const { id } = (await response.json()).data
    expect(await listOf(call)).toEqual([
      {
        id,
        name: 'Cabinet des Lilas',
        place: '75011 Paris',
        createdAt: expect.stringMatching(/Z|\+/),
        isDisabled: false,
        people: [
          {
            id: expect.any(String),
            name: 'Dr Hélène Lefèvre',
            email: 'Helene@Lilas.example',
            accountType: 'manager',
            isPracticeDoctor: false,
            isDLCPM: false,
            state: 'invited',
            invitedUntil: expect.stringMatching(/^\d{4}-/),
            mail: null,
            hasSecondFactor: false,
          },
        ],
      },
    ])
    const [mail] = await mailsOf(laboratory)
    expect(mail).toMatchObject({
      recipient: 'Helene@Lilas.example',
      subject: expect.stringMatching(/\S: your access to the portal$/),
    })
    expect(mail?.text_part).toContain('/login#invitation=')
    expect(await deedsOf(laboratory, staff)).toEqual(['practice_created', 'user_invited'])
  })

  it('needs its name, and who manages it', async () => {
    const { call } = await opened()
    const body = { name: 'X', firstName: 'A', lastName: 'B', email: 'a@b.example' }
    for (const field of ['name', 'firstName', 'lastName', 'email'])
      expect((await create(call, { ...body, [field]: ' ' })).status).toBe(422)
    for (const [field, value] of Object.entries({ email: 'a@', country: 'XX', role: 'administrator' }))
      expect((await create(call, { ...body, [field]: value })).status).toBe(422)
    expect((await create(call, body)).status).toBe(201)
  })

  it('is made once, and not for somebody who signs in with that address already', async () => {
    const { laboratory, call } = await opened()
    const key = { 'idempotency-key': randomUUID() }
    const [first, again] = [await create(call, wanted, key), await create(call, wanted, key)]
    expect(await again.text()).toBe(await first.text())
    expect(await refusalOf(await create(call))).toEqual([409, 'login_taken'])
    expect(await listOf(call)).toHaveLength(1)
    expect(await mailsOf(laboratory)).toHaveLength(1)
  })
})

describe('the practices of a laboratory', () => {
  it('say of each of their people whether they see absences and invoices', async () => {
    const { laboratory, call } = await opened()
    const practice = await make.practice(laboratory)
    for (const is_practice_doctor of [true, false]) await make.user(practice, { is_practice_doctor })
    const told = ({ accountType, isPracticeDoctor }: Record<string, unknown>) => [accountType, isPracticeDoctor]
    const expected = [
      ['doctor', false],
      ['doctor', true],
    ]
    expect((await listOf(call))[0].people.map(told).sort()).toEqual(expected)
    const { people } = (await (await call(`/api/staff/practices/${practice.id}`)).json()).data
    expect(people.map(told).sort()).toEqual(expected)
  })

  it('are found by their name, place and people, in whatever letters', async () => {
    const { laboratory, call } = await opened()
    await make.practice(laboratory, { name: 'Bourdon', city: 'Créteil' })
    await create(call)
    const found = async (search: string) => (await listOf(call, search)).map(({ name }: { name: string }) => name)
    expect(await found('')).toEqual(['Bourdon', 'Cabinet des Lilas'])
    expect(await found('creteil')).toEqual(['Bourdon'])
    expect(await found('lefevre%20paris')).toEqual(['Cabinet des Lilas'])
    expect(await found('%25')).toEqual([])
  })

  it('say of their people who may come in, and invite again whoever has no password', async () => {
    const { laboratory, staff, call } = await opened()
    const practice = await make.practice(laboratory)
    const [active, waiting] = [await make.user(practice), await make.user(practice, { password_hash: null })]
    expect((await invite(call, waiting.id)).status).toBe(204)
    expect(await mailsOf(laboratory)).toHaveLength(1)
    expect(await refusalOf(await invite(call, active.id))).toEqual([409, 'not_waiting'])
    for (const { id } of [active, waiting]) expect((await setAccess(call, id, true)).status).toBe(204)
    expect(await refusalOf(await invite(call, waiting.id))).toEqual([409, 'not_waiting'])
    const states = async () => (await listOf(call))[0].people.map(({ state }: { state: string }) => state)
    expect(await states()).toEqual(['disabled', 'disabled'])
    for (const { id } of [active, active, waiting]) expect((await setAccess(call, id, false)).status).toBe(204)
    expect((await states()).toSorted()).toEqual(['active', 'invited'])
    expect(await deedsOf(laboratory, staff)).toEqual([
      'user_invited',
      'user_disabled',
      'user_disabled',
      'user_enabled',
      'user_enabled',
    ])
  })

  it('correct an address to which nobody has come, hand over a link, and withdraw an invitation', async () => {
    const { laboratory, staff, call } = await opened()
    await create(call)
    const [{ people }] = await listOf(call)
    const { id } = people[0]
    expect((await call(`/api/staff/people/${id}/address`, { body: { email: 'Helena@Lilas.example' } })).status).toBe(
      204,
    )
    expect((await mailsOf(laboratory))[0]).toMatchObject({ recipient: 'Helena@Lilas.example' })
    const link = await call(`/api/staff/people/${id}/link`, { method: 'POST' })
    expect((await link.json()).data.path).toContain('login=helena%40lilas.example')
    expect((await call(`/api/staff/people/${id}/invitation`, { method: 'DELETE' })).status).toBe(204)
    expect((await listOf(call))[0].people).toEqual([])
    const practice = await make.practice(laboratory)
    const named = await make.user(practice, { password_hash: null })
    await make.order(practice, { prescriber_id: named.id })
    expect(await refusalOf(await call(`/api/staff/people/${named.id}/invitation`, { method: 'DELETE' }))).toEqual([
      409,
      'person_named',
    ])
    expect(await deedsOf(laboratory, staff)).toEqual([
      'practice_created',
      'user_invited',
      'invitation_corrected',
      'invitation_copied',
      'invitation_withdrawn',
    ])
  })

  it('keep somebody out from their very next request on', async () => {
    const { laboratory, call } = await opened()
    const user = await make.user(await make.practice(laboratory))
    const asUser = await as(user)
    expect((await asUser('/api/orders')).status).toBe(200)
    await setAccess(call, user.id, true)
    expect(await refusalOf(await asUser('/api/orders'))).toEqual([401, 'signed_out'])
  })
})

describe('practices are not for', () => {
  const calls = (id: string) =>
    [
      ['/api/staff/practices', {}],
      ['/api/staff/practices', { body: wanted }],
      [`/api/staff/people/${id}/invitation`, { method: 'POST' }],
      [`/api/staff/people/${id}/invitation`, { method: 'DELETE' }],
      [`/api/staff/people/${id}/address`, { body: { email: 'x@y.example' } }],
      [`/api/staff/people/${id}/link`, { method: 'POST' }],
      [`/api/staff/people/${id}/access`, { body: { isDisabled: true } }],
    ] as const

  it('strangers, practices, nor those of the staff who do not administer', async () => {
    const { laboratory } = await opened()
    const practice = await make.practice(laboratory)
    const manager = await make.user(practice, { account_type: 'manager' })
    for (const [path, options] of calls(manager.id)) expect((await request(laboratory, path, options)).status).toBe(401)
    const others = await Promise.all(
      ['production', 'accounting', 'driver'].map(role => make.user(laboratory, { role })),
    )
    for (const user of [manager, ...others]) {
      const call = await as(user)
      for (const [path, options] of calls(manager.id)) expect((await call(path, options)).status).toBe(403)
    }
  })

  it('another laboratory; and nobody is kept out of the laboratory itself here', async () => {
    const { laboratory, staff, call } = await opened()
    const user = await make.user(await make.practice(laboratory))
    const foreign = await as(await make.user(await make.laboratory()))
    expect(await listOf(foreign)).toEqual([])
    for (const [path, options] of calls(user.id).slice(2)) expect((await foreign(path, options)).status).toBe(404)
    for (const [path, options] of calls(staff.id).slice(2)) expect((await call(path, options)).status).toBe(404)
  })
})
