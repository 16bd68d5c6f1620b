import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { listMails } from '#tenancy/server/outbox-sql.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import { type TestLaboratory, type TestPractice, type TestUser, testPassword } from '#test/make.ts'
import { signInLimits } from './limits.ts'

const { app, make, request, tokenFor } = startTestApp()
let laboratory: TestLaboratory
let practice: TestPractice
beforeAll(async () => {
  laboratory = await make.laboratory({ company_name: 'Laboratoire Opaline' })
  practice = await make.practice(laboratory)
})

const newPassword = 'Trois mésanges sur 1 fil ?'
type Body = { currentPassword?: string; newPassword?: string }
const change = (token: string, body: Body = {}, at = laboratory) =>
  request(at, '/api/account/password', {
    body: { currentPassword: testPassword, newPassword, ...body },
    headers: { authorization: `Bearer ${token}` },
  })
const isOpen = async (token: string, at = laboratory) => {
  const { status } = await request(at, '/api/account/sessions', { headers: { authorization: `Bearer ${token}` } })
  return status === 200
}
const signIn = async ({ login }: TestUser, password: string) =>
  (await request(laboratory, '/auth', { body: { login, password } })).status
const mailsTo = async ({ login }: TestUser) => {
  const mails = await openLaboratoryOf(app.api.services.database, laboratory.id, 'read', actor =>
    listMails(actor, { most: 100 }),
  )
  return mails.filter(({ recipient }) => recipient === `${login}@example.test`)
}

describe('a changed password', () => {
  it('is the one that signs in; every other session has ended, this one stays, and its owner is told by mail', async () => {
    for (const who of [await make.user(practice), await make.user(laboratory)]) {
      const [here, there, colleague] = [
        await tokenFor(who),
        await tokenFor(who),
        await tokenFor(await make.user(practice)),
      ]
      expect((await change(here)).status).toBe(204)
      expect([await isOpen(here), await isOpen(there), await isOpen(colleague)]).toEqual([true, false, true])
      expect([await signIn(who, testPassword), await signIn(who, newPassword)]).toEqual([401, 200])
      const mails = await mailsTo(who)
      expect(mails.map(({ subject }) => subject)).toContain('Votre mot de passe a été modifié')
      expect(JSON.stringify(mails)).not.toContain(newPassword)
    }
  })

  it.each([
    ['128 characters', `7 ${'longue phrase, '.repeat(9)}`.slice(0, 127).concat('!')],
    ['letters and digits of other alphabets, spaces and pictures', ' пароль для 東京 ٤٢ 🦷 '],
    ['the same letters, composed otherwise', 'Me\u0301sange a\u0300 l’e\u0301te\u0301 9'],
  ])('may have %s, and not one of them is lost', async (_, password) => {
    const who = await make.user(practice)
    expect((await change(await tokenFor(who), { newPassword: password })).status).toBe(204)
    expect(await signIn(who, password.normalize('NFC'))).toBe(200)
    expect(await signIn(who, password.slice(0, -1))).toBe(401)
    expect(await signIn(who, password.trim())).toBe(password === password.trim() ? 200 : 401)
  })

  it('asked for twenty times at once is changed once, and this session stays open', async () => {
    const who = await make.user(practice)
    const token = await tokenFor(who)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => change(token, { newPassword: `${newPassword}${index}` })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter(status => status === 204)).toHaveLength(1)
    expect(statuses.filter(status => ![204, 422, 429].includes(status))).toEqual([])
    expect(await isOpen(token)).toBe(true)
    expect(await signIn(who, `${newPassword}${statuses.indexOf(204)}`)).toBe(200)
  })

  it('ends the links that were mailed before', async () => {
    const who = await make.user(practice)
    await make.insert(laboratory.id, 'password_links', {
      brand_id: laboratory.id,
      user_id: who.id,
      purpose: 'reset',
      token_hash: Buffer.alloc(32, who.id),
      expires_at: new Date(Date.now() + 60_000),
    })
    expect((await change(await tokenFor(who))).status).toBe(204)
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select from password_links where user_id = $1', [who.id]),
    )
    expect(rows).toEqual([])
  })
})

describe('a new password is refused', () => {
  it.each([
    ['eleven characters', 'Mésange 1 !', 'too_short'],
    ['no letter', '2026-11-22 09:30', 'letter_missing'],
    ['no number', 'Trois mésanges ?', 'number_missing'],
    ['no special character', 'Trois42mesanges', 'special_missing'],
    ['nothing', '', 'required'],
    ['more than can be typed', `a1 ${'x'.repeat(1000)}`, 'too_long'],
  ])('with %s', async (_, password, code) => {
    const response = await change(await tokenFor(await make.user(practice)), { newPassword: password })
    expect(await problemOf(response)).toMatchObject({
      status: 422,
      code: 'input_invalid',
      errors: [{ path: 'newPassword', code }],
    })
  })

  it.each([
    ['Password-2026!', 'password_common'],
    ['P@ssw0rd-2026!', 'password_common'],
    ['8ankaccount!', 'password_common'],
    ['Azerty-12345678', 'password_common'],
    ['Opaline toujours 42', 'password_personal'],
    ['Martin et ses 3 amis', 'password_personal'],
    ['CLAIRE va au lac 2 fois', 'password_personal'],
  ])('that anybody would try: %s', async (password, code) => {
    const who = await make.user(practice)
    const response = await change(await tokenFor(who), { newPassword: password })
    expect(await problemOf(response)).toMatchObject({ status: 422, code })
    expect(await signIn(who, testPassword)).toBe(200)
  })

  it('that is the present one, however it is composed; nothing ends, and nobody is told', async () => {
    const who = await make.user(practice)
    const token = await tokenFor(who)
    expect((await change(token, { newPassword: 'Mésange à l’été 9' })).status).toBe(204)
    const other = await request(laboratory, '/auth', { body: { login: who.login, password: 'Mésange à l’été 9' } })
    const there = ((await other.json()) as { data: { token: string } }).data.token
    for (const newPassword of ['Mésange à l’été 9', 'Me\u0301sange a\u0300 l’e\u0301te\u0301 9'])
      expect(await problemOf(await change(token, { currentPassword: 'Mésange à l’été 9', newPassword }))).toMatchObject(
        {
          status: 422,
          code: 'password_unchanged',
        },
      )
    expect([await isOpen(token), await isOpen(there)]).toEqual([true, true])
    const subjects = (await mailsTo(who)).map(({ subject }) => subject)
    expect(subjects.filter(subject => subject === 'Votre mot de passe a été modifié')).toHaveLength(1)
    // Somebody at an unattended screen must not learn that a guess was right.
    expect(
      await problemOf(await change(token, { currentPassword: 'a guess', newPassword: 'Mésange à l’été 9' })),
    ).toMatchObject({
      code: 'password_wrong',
    })
  })

  it('with the login or the address of its owner in it', async () => {
    const who = await make.user(practice, { login: `zoe-perrin`, email: 'accueil@mimosa.test' })
    for (const password of ['la Perrin du 12 !', 'bel ACCUEIL chez 5 !', 'un mimosa en 2026 !'])
      expect(await problemOf(await change(await tokenFor(who), { newPassword: password }))).toMatchObject({
        code: 'password_personal',
      })
  })
})

describe('a password is changed by nobody', () => {
  it('who does not know the present one; nothing ends, and it is tried as often as at a known device', async () => {
    const who = await make.user(practice)
    const [token, other] = [await tokenFor(who), await tokenFor(who)]
    const answers = await Promise.all(Array.from({ length: 40 }, () => change(token, { currentPassword: 'a guess' })))
    const statuses = answers.map(({ status }) => status)
    const { failures } = signInLimits.device
    expect(statuses.filter(status => status === 422)).toHaveLength(failures)
    expect(statuses.filter(status => status === 429)).toHaveLength(40 - failures)
    const refused = answers.find(({ status }) => status === 422)
    expect(refused && (await problemOf(refused))).toMatchObject({ code: 'password_wrong' })
    expect(Number(answers.find(({ status }) => status === 429)?.headers.get('retry-after'))).toBeGreaterThan(0)
    // The right one is not checked any more, and the owner's other device is not affected.
    expect((await change(token)).status).toBe(429)
    expect(await isOpen(other)).toBe(true)
    expect((await change(other)).status).toBe(204)
  })

  it('who is signed out, has been disabled, or comes by the host of another laboratory', async () => {
    expect((await request(laboratory, '/api/account/password', { body: {} })).status).toBe(401)
    const elsewhere = await make.laboratory()
    const who = await make.user(practice)
    const token = await tokenFor(who)
    expect((await change(token, {}, elsewhere)).status).toBe(401)
    await make.within(laboratory.id, client =>
      client.query('update users set disabled_at = now() where id = $1', [who.id]),
    )
    expect((await change(token)).status).toBe(401)
  })

  it('for somebody else: the password of a colleague, a neighbour and another laboratory stay what they were', async () => {
    const others = [
      await make.user(practice),
      await make.user(await make.practice(laboratory)),
      await make.user(laboratory),
    ]
    const before = await hashes(others)
    expect((await change(await tokenFor(await make.user(practice)))).status).toBe(204)
    expect(await hashes(others)).toEqual(before)
  })
})

describe('of the open sessions', () => {
  it('all others end at once when the user says so, at the very next request', async () => {
    const [who, colleague] = [await make.user(practice), await make.user(practice)]
    const [here, one, two, theirs] = [
      await tokenFor(who),
      await tokenFor(who),
      await tokenFor(who),
      await tokenFor(colleague),
    ]
    const headers = { authorization: `Bearer ${here}` }
    expect((await request(laboratory, '/api/account/sessions', { method: 'DELETE', headers })).status).toBe(204)
    expect(await Promise.all([here, one, two, theirs].map(token => isOpen(token)))).toEqual([true, false, false, true])
    const list = await request(laboratory, '/api/account/sessions', { headers })
    expect(await list.json()).toMatchObject({ data: [{ id: decodeJwt(here).sid, isCurrent: true }] })
    expect((await request(laboratory, '/api/account/sessions', { method: 'DELETE' })).status).toBe(401)
  })

  it('this one comes first in the list', async () => {
    const who = await make.user(practice)
    const here = await tokenFor(who)
    for (let more = 0; more < 3; more++) await tokenFor(who)
    const list = await request(laboratory, '/api/account/sessions', { headers: { authorization: `Bearer ${here}` } })
    const { data } = (await list.json()) as { data: { isCurrent: boolean }[] }
    expect(data.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false, false])
  })
})

describe('a sign-in', () => {
  const signInWith = (who: TestUser, cookie?: string) =>
    request(laboratory, '/auth', {
      body: { login: who.login, password: testPassword },
      headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/150.0', ...(cookie ? { cookie } : {}) },
    })
  const subjects = async (who: TestUser) => (await mailsTo(who)).map(({ subject }) => subject)

  it('from a new device is told of by mail, not the first one of all, nor one from a device that is known', async () => {
    const who = await make.user(practice)
    const first = await signInWith(who)
    const cookie = first.headers
      .getSetCookie()
      .find(one => one.startsWith('__Host-device='))
      ?.split(';')[0]
    expect(await subjects(who)).toEqual([])
    expect((await signInWith(who, cookie)).status).toBe(200)
    expect(await subjects(who)).toEqual([])
    // However the session ended, the device stays known.
    const token = await tokenFor(who)
    await request(laboratory, '/api/account/sessions', {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    })
    await make.within(laboratory.id, client =>
      client.query(
        "update sessions set ended_because = 'password_changed' where user_id = $1 and ended_at is not null",
        [who.id],
      ),
    )
    expect((await signInWith(who, cookie)).status).toBe(200)
    expect(await subjects(who)).toEqual([])
    expect((await signInWith(who)).status).toBe(200)
    expect(await mailsTo(who)).toMatchObject([
      { subject: 'Connexion depuis un nouvel appareil', text_part: expect.stringContaining('Firefox · Windows') },
    ])
  })
})

const hashes = async (users: TestUser[]) => {
  const { rows } = await make.within(laboratory.id, client =>
    client.query<{ password_hash: string }>('select password_hash from users where id = any($1) order by id', [
      users.map(({ id }) => id),
    ]),
  )
  return rows
}
