import { describe, expect, test } from 'vitest'
import { decodeToken } from './token.ts'

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const token = (payload: unknown) => `${base64url('{"alg":"x"}')}.${base64url(JSON.stringify(payload))}.c2ln`

const claims = {
  id: 'u1',
  kind: 'practice',
  firstName: 'Émilie',
  lastName: 'Brontë 牙医 🦷',
  title: 'Dr',
  email: 'emilie@example.org',
  language: 'fr',
  countrycode: 'FR',
  exp: 2_000_000_000,
  accountType: 'manager',
  isDLCPM: false,
  isPracticeDoctor: true,
}

describe('the payload of a token', () => {
  test('is read whole, accents and all', () => {
    expect(decodeToken(token(claims))).toEqual(claims)
  })

  test('is read anew for another token', () => {
    const [mine, theirs] = [claims, { ...claims, id: 'u2' }].map(token)
    const ids = [mine, mine, theirs, null, mine].map(one => decodeToken(one ?? null)?.id)
    expect(ids).toEqual(['u1', 'u1', 'u2', undefined, 'u1'])
  })

  test.each([62, 63, 0xff, 0x3e])('uses the alphabet of addresses (%i)', byte => {
    const odd = { ...claims, email: String.fromCodePoint(byte, byte, byte, 0x3ff, 0x2fbe) }
    expect(decodeToken(token(odd))?.email).toBe(odd.email)
  })

  test('needs only id and exp: the others get a value that shows nothing', () => {
    expect(decodeToken(token({ id: 'u1', exp: 12 }))).toEqual({
      id: 'u1',
      exp: 12,
      kind: 'practice',
      firstName: '',
      lastName: '',
      title: '',
      email: '',
      language: null,
      countrycode: '',
      accountType: 'doctor',
      isDLCPM: false,
      isPracticeDoctor: false,
    })
  })

  test('shows whoever is not a manager as a doctor', () => {
    expect(decodeToken(token({ ...claims, accountType: 'reception' }))).toMatchObject({ accountType: 'doctor' })
    expect(decodeToken(token({ ...claims, accountType: 'manager' }))).toMatchObject({ accountType: 'manager' })
  })

  test('shows of staff their role, and one that nobody knows as little as can be', () => {
    const staff = { id: 'u1', exp: 12, kind: 'staff' }
    expect(decodeToken(token({ ...staff, role: 'driver' }))).toMatchObject({ kind: 'staff', role: 'driver' })
    expect(decodeToken(token({ ...staff, role: 'king' }))).toMatchObject({ kind: 'staff', role: 'accounting' })
  })

  test.each([
    ['nothing', null],
    ['an empty text', ''],
    ['one part', 'abc'],
    ['two parts', 'abc.def'],
    ['four parts', `${token(claims)}.x`],
    ['an empty payload', 'a..c'],
    ['a payload that is no base64', 'a.%%%.c'],
    ['a payload that is no UTF-8', `a.${base64url(Buffer.from('{"id":"u1","exp":9,"title":"\xc3("}', 'latin1'))}.c`],
    ['a payload that is no JSON', `a.${base64url('{id:1}')}.c`],
    ['a payload that is no object', token('u1')],
    ['a payload that is null', token(null)],
    ['no id', token({ ...claims, id: undefined })],
    ['an empty id', token({ ...claims, id: '' })],
    ['an id that is no text', token({ ...claims, id: {} })],
    ['no exp', token({ ...claims, exp: undefined })],
    ['an exp in words', token({ ...claims, exp: 'tomorrow' })],
    ['an exp without end', `a.${base64url('{"id":"u1","exp":1e999}')}.c`],
  ])('makes no session of %s', (_, text) => {
    expect(decodeToken(text)).toBeNull()
  })
})
