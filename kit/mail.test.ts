import * as v from 'valibot'
import { expect, it } from 'vitest'
import { EnvelopeAddress, MailAddress } from './mail.ts'

it.each(['helene@orange', 'portal@localhost', 'a@b..fr'])(
  '%s cannot be typed any more; who has it already is still written to',
  address => {
    expect(v.is(MailAddress, address)).toBe(false)
    expect(v.is(EnvelopeAddress, address)).toBe(true)
  },
)

it.each(['claire@cabinet.example', 'c@a--b.co', ' h@xn--mnchen-3ya.de '])('%s can be typed', address => {
  expect(v.is(MailAddress, address)).toBe(true)
})
