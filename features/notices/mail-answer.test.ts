import { expect, it } from 'vitest'
import { mailAnswer } from './mail-answer.ts'

it.each([
  ['ECONNECTION', 'unreachable'],
  ['ETIMEDOUT', 'unreachable'],
  ['no try came to an end', 'unreachable'],
  ['ETLS', 'insecure'],
  ['EAUTH', 'login'],
  ['535 5.7.8 Error: authentication failed', 'login'],
  ['550 5.1.1 no such user', 'declined'],
  ['451 4.7.1 Greylisted', 'later'],
  ['EPROTOCOL', 'other'],
])('what a mail server means by %s is %s', (reason, answer) => {
  expect(mailAnswer(reason)).toBe(answer)
})
