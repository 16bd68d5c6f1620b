import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Part, startAccountTests } from '#test/account.ts'
import { testPassword } from '#test/make.ts'

const { opened, patch, asked, accountOf, refusalOf, faultsOf, rowsOf, everythingOf } = startAccountTests()

let ours: Awaited<ReturnType<typeof opened>>
beforeAll(async () => {
  ours = await opened()
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
    // Changes already requested with the password do not require it again.
    expect((await wanted({ email, title: null })).status).toBe(202)
    expect((await wanted({ login: claire.login.toUpperCase() })).status).toBe(202)
    const statuses: number[] = []
    for (let tries = 0; tries < 10; tries++)
      statuses.push((await wanted({ login: 'other', currentPassword: 'wrong' })).status)
    // The right password has reset the count.
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
