import { describe, expect, it } from 'vitest'
import { removeWhatIsOver } from '#features/privacy/server/remove-due.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { listMails } from '#tenancy/server/outbox-sql.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestLaboratory } from '#test/make.ts'
import { requiredFields } from '../input.ts'
import { en } from '../text/en.ts'
import { fr } from '../text/fr.ts'
import { signupLimits } from './limits.ts'

const { app, make, request } = startTestApp()

const asked = {
  rppsSiretSiren: '732 829 320 00074',
  title: 'Dr',
  lastName: 'Martin',
  firstName: 'Claire',
  gender: 'female',
  address: '12 rue des Lilas',
  postalCode: '75011',
  city: 'Paris',
  country: 'FR',
  phone: '01 23 45 67 89',
  email1Label: 'doctor',
  email1: 'claire@cabinet-martin.example',
}
const whole = {
  ...asked,
  mobile: '06 12 34 56 78',
  lunchBreakHours: '12 h 30 à 14 h',
  weeklyClosure: 'mercredi',
  email2Label: 'Ma secrétaire',
  email2: 'accueil@cabinet-martin.example',
  discoverySource: 'colleague',
  cameraModel: 'Primescan 2',
  additionalComment: 'Rappelez-moi le soir.',
  language: 'en',
}

const send = (laboratory: TestLaboratory, body: object, address = '192.0.2.7') =>
  request(laboratory, '/api/signup', { body, address })
const kept = async ({ id }: TestLaboratory) =>
  (await make.within(id, client => client.query('select * from signup_requests order by created_at, id'))).rows
const refusalOf = async (response: Response) => {
  const { code, errors } = await problemOf(response)
  return { status: response.status, code, errors }
}

const mailing = startTestApp({
  mail: { server: { host: '127.0.0.1', port: 1, isSecure: false, isPlain: true }, from: 'portail@labo.test' },
})

it('whether a mail will answer is said once it is known, and promised nowhere before', async () => {
  const there = await mailing.make.laboratory()
  const answer = await mailing.request(there, '/api/signup', { body: asked, address: '192.0.2.7' })
  expect([answer.status, await answer.json()]).toEqual([202, { data: { state: 'waiting', areMailsSent: true } }])
  for (const { description, hints, signup } of [fr, en]) {
    expect(`${description('Labo')} ${hints.email1}`).not.toMatch(/mail|invitation|écrit|envoie|writes/i)
    expect(signup.next('Labo', 'a@b.example')).toContain('a@b.example')
    expect(signup.nextByHand('Labo')).toMatch(/n’envoie pas d’e‑mails|sends no e‑mail/)
  }
})

describe('a request for an account', () => {
  it('is kept as it was written, waits, and leaves a line in the audit', async () => {
    const laboratory = await make.laboratory()
    const response = await send(laboratory, whole)
    expect([response.status, await response.json()]).toEqual([202, { data: { state: 'waiting', areMailsSent: false } }])
    expect(await kept(laboratory)).toEqual([
      expect.objectContaining({
        rpps_siret_siren: '732 829 320 00074',
        title: 'Dr',
        last_name: 'Martin',
        first_name: 'Claire',
        gender: 'female',
        address: '12 rue des Lilas',
        postal_code: '75011',
        city: 'Paris',
        country_code: 'FR',
        phone: '01 23 45 67 89',
        mobile: '06 12 34 56 78',
        lunch_break_hours: '12 h 30 à 14 h',
        weekly_closure: 'mercredi',
        email1_label: 'doctor',
        email1: 'claire@cabinet-martin.example',
        email2_label: 'Ma secrétaire',
        email2: 'accueil@cabinet-martin.example',
        discovery_source: 'colleague',
        camera_model: 'Primescan 2',
        additional_comment: 'Rappelez-moi le soir.',
        language: 'en',
        state: 'waiting',
        decided_at: null,
        practice_id: null,
      }),
    ])
    const { rows } = await make.within(laboratory.id, client => client.query('select kind, user_id from audit_events'))
    expect(rows).toEqual([{ kind: 'signup_requested', user_id: null }])
  })

  it('needs what is required and nothing else, and is answered in the laboratory’s language where it names none', async () => {
    const laboratory = await make.laboratory({ default_language: 'en' })
    expect((await send(laboratory, { ...asked, mobile: '', email2: ' ', cameraModel: '  ' })).status).toBe(202)
    expect(await kept(laboratory)).toEqual([
      expect.objectContaining({ language: 'en', mobile: null, email2: null, camera_model: null }),
    ])
  })

  it.each(requiredFields)('is refused without %s, or with nothing in it', async field => {
    const laboratory = await make.laboratory()
    const { [field]: _left, ...without } = asked
    for (const body of [without, { ...asked, [field]: '' }, { ...asked, [field]: ' \u200b ' }]) {
      const refused = await refusalOf(await send(laboratory, body))
      expect(refused).toMatchObject({ status: 422, code: 'input_invalid', errors: [{ path: field }] })
    }
    expect(await kept(laboratory)).toEqual([])
  })

  it.each([
    ['email1', 'claire', 'mail_address_expected'],
    ['email1', 'claire@gmail', 'mail_address_expected'],
    ['email1', 'a@b.fr\r\nBcc: c@d.fr', 'mail_address_expected'],
    ['email2', 'a@b.fr, c@d.fr', 'mail_address_expected'],
    ['country', 'XX', 'not_listed'],
    ['lastName', 'x'.repeat(101), 'too_long'],
    ['title', 'x'.repeat(101), 'too_long'],
    ['additionalComment', 'x'.repeat(2001), 'too_long'],
    ['language', 'de', 'not_listed'],
    ['state', 'approved', 'not_allowed'],
    ['brand_id', '0', 'not_allowed'],
  ])('says what is wrong with %s: %j', async (path, value, code) => {
    const laboratory = await make.laboratory()
    expect(await refusalOf(await send(laboratory, { ...asked, [path]: value }))).toEqual({
      status: 422,
      code: 'input_invalid',
      errors: [{ path, code }],
    })
    expect(await kept(laboratory)).toEqual([])
  })

  it.each(['73282932000079', '404833047', 'FR44732829320', 'en cours'])(
    'is taken with the number %s, right or not',
    async rppsSiretSiren => {
      const laboratory = await make.laboratory()
      expect((await send(laboratory, { ...asked, rppsSiretSiren })).status).toBe(202)
      expect(await kept(laboratory)).toMatchObject([{ rpps_siret_siren: rppsSiretSiren }])
    },
  )

  it('keeps an RPPS without the 8 that a card writes before it', async () => {
    const laboratory = await make.laboratory()
    expect((await send(laboratory, { ...asked, rppsSiretSiren: '8 10003456789' })).status).toBe(202)
    expect(await kept(laboratory)).toMatchObject([{ rpps_siret_siren: '10003456789' }])
  })

  it('sent again while it waits is that one, however often and at once; with another word it is another', async () => {
    const laboratory = await make.laboratory()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(laboratory, asked)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 202))
    expect(await kept(laboratory)).toHaveLength(1)
    expect((await send(laboratory, { ...asked, phone: '01 23 45 67 80' })).status).toBe(202)
    expect(await kept(laboratory)).toHaveLength(2)
  })

  it('is answered alike whoever has an account already, or has asked before', async () => {
    const laboratory = await make.laboratory()
    const practice = await make.practice(laboratory)
    await make.user(practice, { login: asked.email1, email: asked.email1 })
    const answers = [
      await send(laboratory, asked),
      await send(laboratory, asked),
      await send(laboratory, { ...asked, email1: 'nobody@cabinet.example' }),
    ]
    const told = await Promise.all(
      answers.map(async answer => [answer.status, await answer.text(), [...answer.headers.keys()].toSorted()]),
    )
    expect(new Set(told.map(each => JSON.stringify(each))).size).toBe(1)
  })

  it('is acknowledged by mail in its language, once a day to an address, with nothing that was typed', async () => {
    const laboratory = await make.laboratory()
    const hostile = { ...whole, firstName: 'Visit evil.test', lastName: 'now', email1: 'Victim@cabinet.example' }
    await send(laboratory, hostile)
    await send(laboratory, { ...hostile, email1: 'victim@cabinet.example', phone: '01 00 00 00 00', language: 'fr' })
    await send(laboratory, asked)
    const mails = await openLaboratoryOf(app.api.services.database, laboratory.id, 'read', actor =>
      listMails(actor, { most: 20 }),
    )
    expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual([hostile.email1, asked.email1].toSorted())
    const [mail] = mails.filter(({ recipient }) => recipient === hostile.email1)
    expect(mail?.subject).toMatch(/: we have received your request for an account$/)
    expect(mail?.text_part).not.toMatch(/evil|Visit/)
    const [french] = mails.filter(({ recipient }) => recipient === asked.email1)
    expect(french?.text_part).toContain('aucun compte n’est ouvert sans ce lien')
  })

  it('belongs to the laboratory that it was sent to', async () => {
    const [here, there] = [await make.laboratory(), await make.laboratory()]
    await send(here, asked)
    expect([(await kept(here)).length, (await kept(there)).length]).toEqual([1, 0])
    expect((await send({ id: '', host: 'nowhere.test' }, asked)).status).toBe(404)
  })
})

describe('of many requests within a day', () => {
  const older = (laboratory: TestLaboratory, hours: number) =>
    make.within(laboratory.id, client =>
      client.query('update signup_requests set created_at = created_at - make_interval(hours => $1)', [hours]),
    )
  const another = (number: number) => ({ ...asked, phone: `01 00 00 00 ${number}` })

  it('one network has so many, all at once too, and is told when to come back; another one is not concerned', async () => {
    const laboratory = await make.laboratory()
    const many = Array.from({ length: signupLimits.network + 4 }, (_, index) => index)
    const answers = await Promise.all(many.map(number => send(laboratory, another(number), `2001:db8:1:${number}::1`)))
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(signupLimits.network)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused && (await problemOf(refused)).code).toBe('signup_too_often')
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(86_000)
    // A request already stored is still recognised.
    const first = answers.findIndex(({ status }) => status === 202)
    expect((await send(laboratory, another(first), '2001:db8:1:9::1')).status).toBe(202)
    expect((await send(laboratory, another(99), '2001:db8:2::1')).status).toBe(202)
    expect((await send(await make.laboratory(), another(99), '2001:db8:1::1')).status).toBe(202)
    await older(laboratory, 24)
    expect((await send(laboratory, another(98), '2001:db8:1::1')).status).toBe(202)
  })

  /** Inserts strangers' requests, `each` per network. */
  const crowd = (laboratory: TestLaboratory, networks: number, each: number) =>
    make.within(laboratory.id, client =>
      client.query(
        `insert into signup_requests (brand_id, rpps_siret_siren, title, gender, last_name, first_name, address, postal_code,
           city, country_code, phone, email1_label, email1, language, fingerprint, network)
         select $1, '1', 'Dr', 'other', 'X', 'Y', 'Z', '1', 'P', 'FR', '1', 'doctor', 'x@example.test', 'fr',
           sha256(format('%s/%s', network, number)::bytea), sha256(network::text::bytea)
         from generate_series(1, $2) network, generate_series(1, $3) number`,
        [laboratory.id, networks, each],
      ),
    )
  const { crowd: many, network, networkInCrowd, laboratory: most } = signupLimits

  it('strangers with ten networks do not shut the door: in a crowd each network has a smaller share', async () => {
    const laboratory = await make.laboratory()
    await crowd(laboratory, many / network, network)
    const statuses: number[] = []
    for (let number = 0; number <= networkInCrowd; number++)
      statuses.push((await send(laboratory, another(number), '198.51.100.9')).status)
    expect(statuses).toEqual([...Array.from({ length: networkInCrowd }, () => 202), 429])
    expect((await send(laboratory, asked, '198.51.100.10')).status).toBe(202)
  })

  it('a laboratory has so many that wait, from wherever they come; what it decides makes room', async () => {
    const laboratory = await make.laboratory()
    const staff = await make.user(laboratory)
    await crowd(laboratory, most / network, network)
    expect(await refusalOf(await send(laboratory, asked))).toMatchObject({ status: 429, code: 'signup_too_often' })
    const decide = `update signup_requests set state = 'refused', decided_by = $1, decided_at = now() where id in (
      select id from signup_requests where state = 'waiting' limit 1)`
    await make.within(laboratory.id, client => client.query(decide, [staff.id]))
    expect((await send(laboratory, asked)).status).toBe(202)
    expect((await send(laboratory, another(1), '198.51.100.9')).status).toBe(429)
  })

  it('what was refused makes no room for whoever sent it', async () => {
    const laboratory = await make.laboratory()
    const staff = await make.user(laboratory)
    for (let number = 0; number < network; number++) await send(laboratory, another(number))
    await make.within(laboratory.id, client =>
      client.query(`update signup_requests set state = 'refused', decided_by = $1, decided_at = now()`, [staff.id]),
    )
    expect((await send(laboratory, another(99))).status).toBe(429)
  })
})

it('what was decided a year ago is forgotten, what waits is not', async () => {
  const laboratory = await make.laboratory()
  const staff = await make.user(laboratory)
  for (const phone of ['1', '2', '3']) await send(laboratory, { ...asked, phone })
  await make.within(laboratory.id, async client => {
    const decide = `update signup_requests set state = 'refused', decided_by = $1, decided_at = now() - $2::interval
      where phone = $3`
    await client.query(decide, [staff.id, '13 months', '1'])
    await client.query(decide, [staff.id, '11 months', '2'])
    await client.query(`update signup_requests set created_at = now() - interval '2 years' where phone = '3'`)
  })
  await removeWhatIsOver(app.api.services.database, [laboratory.id])
  expect((await kept(laboratory)).map(({ phone }) => phone).toSorted()).toEqual(['2', '3'])
})
