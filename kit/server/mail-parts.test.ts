import { expect, it } from 'vitest'
import { nameInMail } from './mail-parts.ts'

it.each([
  ['Claire Martin', 'Claire Martin'],
  ['Dr. J.-P. O’Neill', 'Dr. J.-P. O’Neill'],
  ['Paul Roux, https://evil.test/x', 'Paul Roux, https: / / evil. test/ x'],
  ['Paul\n\nVotre compte\r\nwww.evil.test', 'Paul Votre compte www. evil. test'],
  ['paul@evil.test', 'paul@ evil. test'],
])('a name in a sentence of ours is a name, and no line or link: %o', (typed, expected) => {
  expect(nameInMail(typed)).toBe(expected)
})
