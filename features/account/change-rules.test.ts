import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fieldsOf, needsPassword, wantedBy } from './change-rules.ts'
import { AccountPart, accountCalls, type Documents, type Value } from './contract.ts'

const documents: Documents = {
  personal_information: {
    title: 'Dr',
    firstName: 'Claire',
    lastName: 'Martin',
    login: 'claire',
    email: 'claire@cabinet.test',
    phone: undefined,
  },
  contact_information: { phone: '01 99 00 45 12', mobile: '06 99 00 45 12', emails: ['accueil@cabinet.test'] },
  delivery_instruction: { deliveryInstruction: 'Sonner', deliveryDays: [1, 2, 3, 4, 5], openingDays: [1, 2, 3, 4] },
}
const shapes = {
  personal_information: accountCalls.changePersonal.body,
  contact_information: accountCalls.changeContact.body,
  delivery_instruction: accountCalls.changeDelivery.body,
}
const clearable: Record<string, readonly string[]> = {
  personal_information: ['title', 'phone'],
  contact_information: ['mobile'],
  delivery_instruction: ['deliveryInstruction'],
}
const forbidden = ['brand_id', 'brandId', 'practiceId', 'accountType', 'isDLCPM', 'isPracticeDoctor', 'officeAddress']
const reaching = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']
const named = [...forbidden, ...reaching, 'id', 'kind', 'role', 'status', 'paid', 'password_hash', 'disabledAt']

const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, '', ' ', 'Léa', 'lea@cabinet.test', '06 99 00 11 22', true, 7, [], {}),
  fc.array(fc.constantFrom('a@cabinet.test', 'A@cabinet.test', 'b@cabinet.test', 'no address')),
  fc.array(fc.integer({ min: -1, max: 9 })),
  fc.constant(JSON.parse('{"__proto__":{"polluted":true}}')),
  fc.jsonValue({ maxDepth: 2 }),
)
const fields = [...new Set(Object.values(fieldsOf).flat())]
const patches = fc
  .array(fc.tuple(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...fields) }, fc.constantFrom(...named)), value), {
    maxLength: 4,
  })
  .map(members => JSON.stringify(Object.fromEntries(members)))

describe('what a merge patch of an account comes to', () => {
  it('is the fields that differ, and never one that nobody may ask for', () => {
    let taken = 0
    const ownOfPrototype = Reflect.ownKeys(Object.prototype)
    fc.assert(
      fc.property(fc.constantFrom(...AccountPart.options), patches, (part, text) => {
        const patch: Record<string, unknown> = JSON.parse(text)
        const read = v.safeParse(shapes[part], patch)
        const cleared = Object.keys(patch).filter(name => patch[name] === null)
        const isKnown = Object.keys(patch).every(name => (fieldsOf[part] as readonly string[]).includes(name))
        const mayBeTaken = isKnown && cleared.every(name => clearable[part]?.includes(name))
        if (Reflect.ownKeys(Object.prototype).length !== ownOfPrototype.length) return false
        if (!read.success) return true
        taken += 1
        const held: { [name: string]: Value | undefined } = documents[part]
        const wanted = wantedBy(part, documents[part], [], read.output)
        const asked = fieldsOf[part].flatMap(field => {
          const [before, after]: unknown[] = [held[field] ?? null, Reflect.get(read.output, field)]
          return after === undefined || isEqual(before, after) ? [] : [{ field, before, after }]
        })
        return mayBeTaken && isEqual(wanted, asked)
      }),
      { numRuns: 10_000 },
    )
    expect(taken).toBeGreaterThan(1_000)
  })

  it('builds on what has been asked for: a field set back to what holds is asked for no longer', () => {
    const contact = documents.contact_information
    const first = wantedBy('contact_information', contact, [], { phone: '01 99 00 00 00', mobile: null })
    expect(first).toEqual([
      { field: 'phone', before: '01 99 00 45 12', after: '01 99 00 00 00' },
      { field: 'mobile', before: '06 99 00 45 12', after: null },
    ])
    expect(wantedBy('contact_information', contact, first, { mobile: '06 99 00 45 12' })).toEqual([first[0]])
    expect(wantedBy('contact_information', contact, first, {})).toEqual(first)
  })

  it('asks for the password where login or e-mail are to change, once', () => {
    const wanted = wantedBy('personal_information', documents.personal_information, [], { email: 'c@cabinet.test' })
    expect(needsPassword(wanted, [])).toBe(true)
    expect(needsPassword(wanted, wanted)).toBe(false)
    const name = wantedBy('personal_information', documents.personal_information, wanted, { lastName: 'Roux' })
    expect(needsPassword(name, wanted)).toBe(false)
    const other = wantedBy('personal_information', documents.personal_information, wanted, { email: 'd@cabinet.test' })
    expect(needsPassword(other, wanted)).toBe(true)
    expect(
      needsPassword(wantedBy('personal_information', documents.personal_information, [], { login: 'c' }), []),
    ).toBe(true)
  })
})

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
