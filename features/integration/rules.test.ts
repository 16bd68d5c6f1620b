import { expect, it } from 'vitest'
import { whyUnanswered } from './rules.ts'

it.each([
  ['301', 'moved'],
  ['401', 'refused'],
  ['403', 'refused'],
  ['404', 'missing'],
  ['410', 'missing'],
  ['400', 'faulty'],
  ['500', 'faulty'],
  ['ENOTFOUND', 'nameless'],
  ['ECONNREFUSED', 'closed'],
  ['ABORT_ERR', 'slow'],
  ['CERT_HAS_EXPIRED', 'uncertified'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'uncertified'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'uncertified'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'uncertified'],
  ['ECONNRESET', 'unreachable'],
  ['Error', 'unreachable'],
  ['toString', 'unreachable'],
])('an address that says %s is %s', (failure, why) => {
  expect(whyUnanswered(failure)).toBe(why)
})
