import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { mailKnownLink } from '#features/auth/server/forgotten.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { listMails } from '#tenancy/server/outbox-sql.ts'
import { startTestApp } from '#test/harness.ts'
import type { TestLaboratory, TestUser } from '#test/make.ts'
import { asked, path, signingUp } from '#test/signing-up.ts'

const { app, make, as, request } = startTestApp()

const { opened, listOf, oneOf, approve, refusalOf, rowsOf } = signingUp({ make, as, request })
type Call = Awaited<ReturnType<typeof as>>
const refuse = (call: Call, id: string, body: object = {}) => call(`${path}/${id}/refuse`, { body })
/** Without the receipts that every requester is mailed. */
const mailsOf = async ({ id }: TestLaboratory) =>
  (
    await openLaboratoryOf(app.api.services.database, id, 'read', laboratory => listMails(laboratory, { most: 20 }))
  ).filter(({ subject }) => !/received your request|est reçue/.test(subject))
const deedsOf = async (laboratory: TestLaboratory, { id }: TestUser) =>
  (await rowsOf(laboratory, 'select kind from audit_events where user_id = $1 order by id', [id])).map(
    ({ kind }) => kind,
  )

describe('a request that waits', () => {
  it('is listed, and shown whole to the administrator', async () => {
    const { call, ids } = await opened()
    expect(await listOf(call)).toEqual([
      {
        id: ids[0],
        createdAt: expect.stringMatching(/Z$/),
        state: 'waiting',
        nearby: 0,
        rppsSiretSiren: '732 829 320 00074',
        title: 'Dr',
        lastName: 'Lefèvre',
        firstName: 'Hélène',
        city: 'Paris',
        email1: 'Helene@Cabinet-Lefevre.example',
        decidedAt: null,
        alike: 0,
      },
    ])
    expect(await oneOf(call, ids[0])).toMatchObject({
      ...asked,
      mobile: null,
      cameraModel: null,
      decidedBy: null,
      reason: null,
      alike: [],
    })
    expect(await listOf(call, '?tab=decided')).toEqual([])
  })

  it('counts on the first screen of the laboratory until it is decided', async () => {
    const { call, ids } = await opened(asked, { ...asked, phone: '2' })
    const queue = async () => (await (await call('/api/staff/waiting')).json()).data.queues.signups
    expect(await queue()).toEqual({ count: 2, since: expect.any(String) })
    await refuse(call, ids[0])
    expect(await queue()).toMatchObject({ count: 1 })
  })

  it('stands beside what it resembles, the likest first', async () => {
    const { laboratory, call, ids } = await opened()
    const same = await make.practice(laboratory, {
      name: 'Cabinet dentaire LEFEVRE',
      address: '12 Rue des lilas',
      postal_code: '75011',
      city: 'Paris',
      // Another establishment of the same company.
      rpps_siret_siren: '73282932000082',
    })
    const user = await make.user(same, {
      title: 'Dr',
      first_name: 'Helene',
      last_name: 'LEFEVRE',
      email: 'helene@cabinet-lefevre.example',
    })
    await make.practice(laboratory, { name: 'Cabinet Lefèvres', address: '12 rue des Lilas', postal_code: '69001' })
    await make.practice(laboratory, { name: 'Autre', rpps_siret_siren: '404833048' })
    await make.user(await make.practice(laboratory), { first_name: 'Paul', last_name: 'Lefèvre' })
    await make.practice(await make.laboratory(), { name: 'Cabinet Lefèvre', rpps_siret_siren: '732829320' })
    await request(laboratory, '/api/signup', {
      body: { ...asked, lastName: 'Petit', phone: '3', email2: 'b@c.example' },
    })
    await request(laboratory, '/api/signup', {
      body: {
        ...asked,
        rppsSiretSiren: 'en cours',
        firstName: 'Paul',
        address: '1 quai Sud',
        email1: 'B@C.example',
        email2: 'x@y.example',
      },
    })
    const { alike } = await oneOf(call, ids[0])
    expect(alike.map(({ kind, id, because }: Record<string, unknown>) => ({ kind, id, because }))).toEqual([
      { kind: 'practice', id: same.id, because: ['number', 'name', 'address'] },
      { kind: 'request', id: expect.any(String), because: ['number', 'email', 'address'] },
      { kind: 'user', id: user.id, because: ['name', 'email'] },
    ])
    expect(alike[0]).toMatchObject({ name: 'Cabinet dentaire LEFEVRE', detail: '12 Rue des lilas, 75011 Paris' })
    expect(alike[2].detail).toBe('Cabinet dentaire LEFEVRE · helene@cabinet-lefevre.example')
    const waiting = await listOf(call)
    expect(waiting.map((one: { alike: number }) => one.alike)).toEqual([3, 4, 3])
  })

  it.each([
    ['8 10003456789', '10003456789', true],
    ['732829320', '732 829 320 00074', true],
    ['404833048', '73282932000074', false],
    ['en cours', 'en cours', false],
  ])('has the number of another where %s is %s: %s', async (one, other, isSame) => {
    const { call, ids } = await opened(
      { ...asked, rppsSiretSiren: one },
      { ...asked, rppsSiretSiren: other, lastName: 'Autre', address: 'Ailleurs', email1: 'a@b.example' },
    )
    const { alike } = await oneOf(call, ids[0])
    expect(alike.flatMap(({ because }: { because: string[] }) => because)).toEqual(isSame ? ['number'] : [])
  })
})

describe('a request of somebody who has an account', () => {
  const withKnown = async (values: Record<string, unknown> = {}) => {
    const made = await opened()
    const practice = await make.practice(made.laboratory)
    const known = await make.user(practice, { email: asked.email1.toLowerCase(), ...values })
    return { ...made, known }
  }
  const sendLink = (call: Call, id: string, userId: string) => call(`${path}/${id}/link`, { body: { userId } })
  const jobsOf = ({ id }: TestLaboratory) =>
    rowsOf(
      { id } as TestLaboratory,
      `select data->'ids' as ids from pgboss.job where name = 'known_link' and data->>'brandId' = $1`,
      [id],
    )

  it('is answered by a link to it, by whoever decides it, once', async () => {
    const { laboratory, staff, call, ids, known } = await withKnown()
    const [alike] = (await oneOf(call, ids[0])).alike
    expect(alike).toMatchObject({ id: known.id, because: ['email'], maySignIn: true })
    expect((await sendLink(call, ids[0], known.id)).status).toBe(204)
    expect(await refusalOf(await sendLink(call, ids[0], known.id))).toEqual([409, 'already_decided'])
    expect(await jobsOf(laboratory)).toEqual([{ ids: { userId: known.id } }])
    expect(await oneOf(call, ids[0])).toMatchObject({ state: 'refused', isSentLink: true, reason: null })
    expect(await deedsOf(laboratory, staff)).toEqual(['signup_refused'])
    // The link is the answer: no second mail.
    expect(await mailsOf(laboratory)).toEqual([])
  })

  it('is mailed their login and what they asked for, in their own language', async () => {
    const { laboratory, call, ids, known } = await withKnown({ language: 'en' })
    await sendLink(call, ids[0], known.id)
    await mailKnownLink.work(
      {
        ids: { userId: known.id },
        inLaboratory: (mode, work) => openLaboratoryOf(app.api.services.database, laboratory.id, mode, work),
        signal: AbortSignal.timeout(20_000),
      },
      { outbox: app.api.services.outbox },
    )
    const [mail] = await mailsOf(laboratory)
    expect(mail).toMatchObject({ recipient: asked.email1.toLowerCase(), subject: 'You have an account already' })
    expect(mail?.text_part).toContain(`Your identifier: ${known.login}`)
    expect(mail?.text_part).toContain('/login#reset=')
  })

  it('is answered so for nobody else: another address, kept out, staff, another laboratory', async () => {
    const { laboratory, call, ids, known } = await withKnown({ disabled_at: new Date() })
    const other = await make.user(await make.practice(laboratory))
    const staff = await make.user(laboratory, { email: asked.email1 })
    const elsewhere = await make.user(await make.practice(await make.laboratory()), { email: asked.email1 })
    for (const { id } of [known, other, staff, elsewhere])
      expect(await refusalOf(await sendLink(call, ids[0], id))).toEqual([409, 'not_known'])
    expect((await oneOf(call, ids[0])).alike.map(({ maySignIn }: { maySignIn: boolean }) => maySignIn)).toEqual([
      false,
      false,
    ])
    expect(await oneOf(call, ids[0])).toMatchObject({ state: 'waiting' })
    expect(await jobsOf(laboratory)).toEqual([])
  })
})

describe('a refusal', () => {
  it('is mailed in the language of the requester, with the reason as it was written', async () => {
    const { laboratory, staff, call, ids } = await opened({ ...asked, language: 'fr' })
    const reason = 'Nous ne livrons pas <encore> à Paris.'
    expect((await refuse(call, ids[0], { reason })).status).toBe(204)
    const [mail] = await mailsOf(laboratory)
    expect(mail).toMatchObject({ recipient: asked.email1, subject: 'Votre demande de compte' })
    expect(mail?.text_part).toContain(`\n\n${reason}\n\n`)
    expect(await deedsOf(laboratory, staff)).toEqual(['signup_refused'])
    expect(await rowsOf(laboratory, 'select from practices')).toEqual([])
    expect(await oneOf(call, ids[0])).toMatchObject({ state: 'refused', decidedBy: 'Ana Roy', reason })
  })

  it.each([{}, { reason: ' ' }])('with no reason, %j, makes none up', async body => {
    const { laboratory, call, ids } = await opened()
    expect((await refuse(call, ids[0], body)).status).toBe(204)
    const [mail] = await mailsOf(laboratory)
    expect(mail?.subject).toBe('Your request for an account')
    expect(mail?.text_part?.split('\n\n').slice(1, 4)).toEqual([
      'We have read your request for an account on our portal and cannot open one.',
      'To talk about it, call us.',
      expect.stringMatching(/^-- /),
    ])
    expect(await oneOf(call, ids[0])).toMatchObject({ reason: null })
  })
})

describe('a refusal without a mail', () => {
  const others = [1, 2, 3].map(number => ({ ...asked, phone: `01 00 00 00 0${number}` }))

  it('tells nobody, and says so', async () => {
    const { laboratory, staff, call, ids } = await opened()
    expect((await refuse(call, ids[0], { silently: true, reason: 'Non' })).status).toBe(204)
    expect(await mailsOf(laboratory)).toEqual([])
    expect(await oneOf(call, ids[0])).toMatchObject({ state: 'refused', reason: null, isRefusedSilently: true })
    expect(await deedsOf(laboratory, staff)).toEqual(['signup_refused'])
  })

  it('takes what else waits from the same network with it where that is wanted, and nothing from elsewhere', async () => {
    const { laboratory, staff, call, ids } = await opened(...others)
    const elsewhere = { body: asked, address: '198.51.100.77' }
    expect((await request(laboratory, '/api/signup', elsewhere)).status).toBe(202)
    expect(await oneOf(call, ids[0])).toMatchObject({ nearby: 2 })
    expect((await refuse(call, ids[0], { silently: true, withNearby: true })).status).toBe(204)
    expect(await listOf(call)).toMatchObject([{ city: asked.city, nearby: 0 }])
    expect(await listOf(call, '?tab=decided')).toHaveLength(3)
    expect(await deedsOf(laboratory, staff)).toEqual(['signup_refused', 'signup_refused', 'signup_refused'])
    expect(await mailsOf(laboratory)).toEqual([])
  })
})

it('what comes from a network that sends many stands last', async () => {
  const flood = Array.from({ length: 7 }, (_, number) => ({ ...asked, phone: `01 00 00 00 0${number}` }))
  const { laboratory, call } = await opened(...flood)
  const genuine = { ...asked, city: 'Lyon' }
  await request(laboratory, '/api/signup', { body: genuine, address: '198.51.100.77' })
  const list = await listOf(call)
  expect(list).toHaveLength(8)
  expect(list[0]).toMatchObject({ city: 'Lyon', nearby: 0 })
  expect(list[1]).toMatchObject({ city: 'Paris', nearby: 6 })
})

describe('of two who decide', () => {
  it('at once, one wins and the other is told, whatever they decide', async () => {
    const { laboratory, ids } = await opened(asked, { ...asked, phone: '2', email1: 'b@c.example' })
    const colleagues = await Promise.all(
      Array.from({ length: 6 }, async () => as(await make.user(laboratory, { role: 'administrator' }))),
    )
    for (const id of ids) {
      const answers = await Promise.all(
        colleagues.map((call, index) => (index % 2 === 0 ? approve(call, id) : refuse(call, id))),
      )
      expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
      for (const lost of answers.filter(({ status }) => status !== 204))
        expect(await refusalOf(lost)).toEqual([409, 'already_decided'])
    }
    expect(await mailsOf(laboratory)).toHaveLength(2)
    const decided = await rowsOf(laboratory, `select state::text from signup_requests where state <> 'waiting'`)
    expect(decided).toHaveLength(2)
    const approved = decided.filter(({ state }) => state === 'approved')
    expect(await rowsOf(laboratory, 'select from practices')).toHaveLength(approved.length)
  })

  it('the second changes nothing in the database either, by whatever way they come', async () => {
    const { laboratory, call, ids } = await opened()
    await refuse(call, ids[0], { reason: 'Non' })
    for (const change of [`reason = 'Oui'`, `state = 'waiting', decided_at = null, decided_by = null, reason = null`])
      await expect(rowsOf(laboratory, `update signup_requests set ${change}`)).rejects.toMatchObject({
        constraint: 'signup_requests__decided_once',
      })
  })
})

describe('requests for an account are not for', () => {
  const calls = (id: string) =>
    [
      [path, {}],
      [`${path}/${id}`, {}],
      [`${path}/${id}/approve`, { body: { practiceName: 'X' } }],
      [`${path}/${id}/refuse`, { body: {} }],
    ] as const

  it('strangers, practices, nor those of the staff who do not administer', async () => {
    const { laboratory, ids } = await opened()
    for (const [address, options] of calls(ids[0]))
      expect((await request(laboratory, address, options)).status).toBe(401)
    const manager = await make.user(await make.practice(laboratory), { account_type: 'manager' })
    const others = await Promise.all(
      ['production', 'accounting', 'driver'].map(role => make.user(laboratory, { role })),
    )
    for (const user of [manager, ...others]) {
      const call = await as(user)
      for (const [address, options] of calls(ids[0])) expect((await call(address, options)).status).toBe(403)
    }
    expect(await rowsOf(laboratory, 'select state from signup_requests')).toEqual([{ state: 'waiting' }])
  })

  it('another laboratory: unseen and untouched', async () => {
    const { laboratory, ids } = await opened()
    const foreign = await as(await make.user(await make.laboratory()))
    expect(await listOf(foreign)).toEqual([])
    for (const id of [ids[0], randomUUID()])
      for (const [address, options] of calls(id).slice(1)) expect((await foreign(address, options)).status).toBe(404)
    expect(await rowsOf(laboratory, 'select state from signup_requests')).toEqual([{ state: 'waiting' }])
  })
})
