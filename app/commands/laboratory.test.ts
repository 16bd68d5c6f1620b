import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { parseDeliveryTimeInformation } from '#features/brand/rules.ts'
import { easterOf } from '#features/calendar/french-holidays.ts'
import { addDays, dayInZone } from '#kit/day.ts'
import { startTestApp } from '#test/harness.ts'
import { makeOwnDatabase } from '#test/own-database.ts'
import { compiled } from '#test/running-app.ts'
import { readAsked } from './laboratory-answers.ts'

const appSecret = 'Zq7vXw2mK9pLr4tNb8sHd3fGj6kPy1cV'
const database = await makeOwnDatabase(appSecret)
const files = mkdtempSync(join(tmpdir(), 'arcade-laboratory-'))
// Registered first, so it runs last: the application below closes its connections before.
afterAll(async () => {
  rmSync(files, { recursive: true })
  await database.drop()
})
const { app, make, owner, request } = startTestApp({ appSecret }, { ...database, adminUrl: '' })

/** Runs it as an operator does, with their own PostgreSQL and no terminal for questions. */
const run = (...options: string[]) =>
  promisify(execFile)(process.execPath, [resolve('app/commands/laboratory.ts'), ...options], {
    env: {
      PATH: process.env.PATH,
      ...compiled,
      DATABASE_URL: database.appUrl,
      DATABASE_JOBS_URL: database.jobsUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
      APP_SECRET: appSecret,
      FILES_DIR: files,
      PORT: '4321',
    },
  }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
  )

const given = {
  name: 'Laboratoire du Port',
  host: 'Portail.Labo-du-Port.test',
  phone: '01 99 00 12 30',
  address: '3 quai du Port',
  'postal-code': '13002',
  city: 'Marseille',
  'admin-first-name': 'Claire',
  'admin-last-name': 'Martin',
  'admin-email': 'Claire@labo-du-port.test',
}
const host = 'portail.labo-du-port.test'
const optionsOf = (values: Partial<typeof given> & Record<string, string>) =>
  Object.entries(values).map(([name, value]) => `--${name}=${value}`)

const hosts = async () =>
  (await owner.query<{ host: string }>('select host from brand_hosts')).rows.map(row => row.host)
const idAt = async (at: string) =>
  (await owner.query<{ id: string }>('select brand_id as id from brand_hosts where host = $1', [at])).rows[0]?.id ?? ''
const rowsOf = async (at: string, statement: string) =>
  make.within(await idAt(at), async client => (await client.query(statement)).rows)
const linkIn = (said: string) => /^https?:\/\/\S+#invitation=(\S+)$/m.exec(said)
const opened = (at: string, token = '') =>
  app.api.services.database.withTenant(
    { for: 'password_link', host: at, tokenHash: createHash('sha256').update(token).digest() },
    'read',
    async (_tx, facts) => facts,
  )

describe('npm run laboratory', () => {
  it('makes a laboratory that a practice can order from, and prints a link for its administrator', async () => {
    const { code, said } = await run(...optionsOf(given))
    expect(code).toBe(0)
    const [link, token] = linkIn(said) ?? []
    expect(link).toBe(`https://${host}/login#invitation=${token}`)
    expect(await opened(host, token)).toMatchObject({
      login: 'claire@labo-du-port.test',
      first_name: 'Claire',
      purpose: 'invitation',
      company_name: 'Laboratoire du Port',
    })

    const { data: brand } = await (await request({ host }, '/api/brand')).json()
    expect(brand).toMatchObject({
      companyName: 'Laboratoire du Port',
      clientServicePhone: '01 99 00 12 30',
      timeZone: 'Europe/Paris',
    })
    const times = parseDeliveryTimeInformation(brand.deliveryTimeInformation)
    for (const language of ['fr', 'en']) expect(times?.content[language]?.sections).toHaveLength(2)
    expect(times?.content.fr?.sections[1]?.rows).toContainEqual(['Bridge zircone, par élément', '9 jours', '10 jours'])

    const [laboratory] = await rowsOf(host, 'select working_days::int[], mail_from, city from brands')
    expect(laboratory).toEqual({ working_days: [1, 2, 3, 4, 5], mail_from: null, city: 'Marseille' })
    expect(await rowsOf(host, 'select kind, role, password_hash from users')).toEqual([
      { kind: 'staff', role: 'administrator', password_hash: null },
    ])
  })

  it('starts from the whole catalogue of the trade, in both languages, without a price that nobody has named', async () => {
    const products = await rowsOf(
      host,
      'select reference, label_fr, lead_days, tooth_need, minimum_teeth, shade_need, implant_need, vat from products',
    )
    expect(products).toHaveLength(28)
    expect(products).toContainEqual({
      reference: 'FIX-201',
      label_fr: 'Bridge zircone, par élément',
      lead_days: 9,
      tooth_need: 'run',
      minimum_teeth: 3,
      shade_need: 'required',
      implant_need: 'none',
      vat: 'exempt',
    })
    expect(products).toContainEqual(
      expect.objectContaining({ label_fr: 'Pilier implantaire personnalisé', lead_days: 14, implant_need: 'required' }),
    )
    expect(
      new Set(products.filter(({ vat }) => vat === 'standard').map(({ reference }) => reference.slice(0, 3))),
    ).toEqual(new Set(['ORT', 'AUT']))
    const invented = 'select count(*)::int as count from products where price_cents is not null or material is not null'
    expect(await rowsOf(host, invented)).toEqual([{ count: 0 }])
    expect(
      (await rowsOf(host, "select name from supplies where label_fr <> '' and label_en <> ''")).length,
    ).toBeGreaterThan(9)
  })

  it('knows the public holidays of France of this year and the two to come', async () => {
    const year = Number(dayInZone(new Date(), 'Europe/Paris').slice(0, 4))
    const days = (await rowsOf(host, 'select day::text from holidays order by 1')).map(({ day }) => day)
    expect(new Set(days.map(day => Number(day.slice(0, 4))))).toEqual(new Set([year, year + 1, year + 2]))
    for (const each of [year, year + 1, year + 2])
      expect(days).toEqual(
        expect.arrayContaining([`${each}-07-14`, addDays(easterOf(each), 1), addDays(easterOf(each), 39)]),
      )
  })

  it.each([
    [
      'an address for a host',
      { host: 'https://other.test' },
      'host is "https://other.test": expected a name like portal.laboratory.fr, without https:// and without a port.',
    ],
    [
      'a host with a port',
      { host: 'other.test:3000' },
      'host is "other.test:3000": expected a name like portal.laboratory.fr, without https:// and without a port.',
    ],
    [
      'a time zone that is none',
      { 'time-zone': 'Europe/Lyon' },
      'time-zone is "Europe/Lyon": expected one of the IANA list, like Europe/Paris or Indian/Reunion.',
    ],
    [
      'an e-mail address that is none',
      { email: 'labo@' },
      'email is "labo@": expected an address like portal@laboratory.fr.',
    ],
    [
      'an administrator who cannot be written to',
      { 'admin-email': 'Claire <c@x.test>' },
      'admin-email is "Claire <c@x.test>": expected an address like claire@laboratory.fr.',
    ],
    ['a provider of cards that is none', { cards: 'paypal' }, 'cards is "paypal": expected stripe,'],
    ['a language that we do not speak', { language: 'de' }, 'language is "de": expected fr or en.'],
    ['a name without a letter', { name: ' \u200b' }, 'expected a name.'],
    ['an option that is none', { colour: 'red' }, "Unknown option '--colour'"],
  ])('refuses %s in a sentence', async (_what, wrong, sentence) => {
    const asked = readAsked(optionsOf({ ...given, ...wrong }))
    await expect(asked).rejects.toMatchObject({ name: 'OperatorError', message: expect.stringContaining(sentence) })
  })

  it('says which answers are missing where nobody can be asked', async () => {
    const { code, said } = await run('--name=Labo', '--host=other.test')
    expect(code).toBe(1)
    expect(said).toBe(
      'Not given: --phone, --address, --postal-code, --city, --admin-first-name, --admin-last-name, --admin-email. See npm run laboratory -- --help.\n',
    )
  })

  it('refuses a host that is taken, and makes nothing', async () => {
    const before = await hosts()
    expect(await run(...optionsOf(given))).toEqual({
      code: 1,
      said: `A laboratory answers at ${host} already: expected another host.\n`,
    })
    expect(await hosts()).toEqual(before)
  })

  it('makes all of it or nothing', async () => {
    // The link is inserted last.
    await owner.query('alter table password_links add constraint none_today check (false) not valid')
    const { code } = await run(...optionsOf({ ...given, host: 'half.test' }))
    await owner.query('alter table password_links drop constraint none_today')
    expect(code).toBe(1)
    expect(await hosts()).not.toContain('half.test')
    const { rows } = await owner.query("select from brands where company_name = 'Laboratoire du Port'")
    expect(rows).toHaveLength(1)
  })

  it('of two that make the same host at once makes one', async () => {
    const options = optionsOf({ ...given, host: 'twice.test', 'time-zone': 'indian/reunion', language: 'en' })
    const both = await Promise.all([run(...options), run(...options)])
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1])
    expect(both.find(({ code }) => code === 1)?.said).toBe(
      'A laboratory answers at twice.test already: expected another host.\n',
    )
    expect(await rowsOf('twice.test', 'select time_zone, default_language from brands')).toEqual([
      { time_zone: 'Indian/Reunion', default_language: 'en' },
    ])
  })

  it('names the port on this machine, where no proxy stands before it', async () => {
    const { said } = await run(...optionsOf({ ...given, host: 'labo.localhost', 'admin-login': 'Claire' }))
    expect(linkIn(said)?.[0]).toMatch(/^http:\/\/labo\.localhost:4321\/login#invitation=/)
    expect(said).toContain('who signs in as claire,')
    expect(said).toMatch(/\nIt answers while npm start runs\.\n$/)
  })

  it('says what has to stand before it, where its name leads through a proxy', async () => {
    const { said } = await run(...optionsOf({ ...given, host: 'proxy.test' }))
    expect(said).toContain('behind a proxy that brings https://proxy.test to port 4321.')
  })

  it('prints another link until the administrator has chosen a password, and the one before is over', async () => {
    const first = linkIn((await run(...optionsOf({ ...given, host: 'again.test' }))).said)?.[1]
    const second = linkIn((await run('--link', '--host=again.test')).said)?.[1]
    await expect(opened('again.test', first)).rejects.toMatchObject({ code: 'not_found' })
    expect(await opened('again.test', second)).toMatchObject({ state: 'open' })

    expect((await run('--link', '--host=nowhere.test')).said).toBe(
      'No laboratory answers at nowhere.test: expected the host of one that is here.\n',
    )
    await make.within(await idAt('again.test'), client => client.query("update users set password_hash = '$argon2id$'"))
    const refused = await run('--link', '--host=again.test')
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('has chosen a password') })
  })

  it.each([
    ['sandbox', { provider: 'sandbox', stripe_account: null }],
    ['acct_1AbC', { provider: 'stripe', stripe_account: 'acct_1AbC' }],
  ])('says who takes its cards: %s', async (cards, settings) => {
    const at = `${cards.toLowerCase().replace('_', '-')}.test`
    expect((await run(...optionsOf({ ...given, host: at, cards }))).code).toBe(0)
    expect(await rowsOf(at, 'select provider, stripe_account from card_settings')).toEqual([settings])
  })

  it('explains its options', async () => {
    const { code, said } = await run('--help')
    expect(code).toBe(0)
    for (const option of Object.keys(given)) expect(said).toContain(`--${option} `)
  })
})
