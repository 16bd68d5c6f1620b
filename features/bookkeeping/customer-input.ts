import * as v from 'valibot'
import { Bare } from '#kit/bare-input.ts'

/** Of a practice whose own account nobody has said: short, and of no other. */
export const usualCustomerAccount = (practiceId: string) =>
  `C${practiceId.replaceAll('-', '').slice(-10).toUpperCase()}`

/** One like the usual ones would be another practice's. */
const isCustomerAccount = (said: string) => /^[0-9A-Z]{1,17}$/.test(said) && !/^C[0-9A-F]{10}$/.test(said)

/** Nothing: the usual one. */
export const CustomerAccount = v.strictObject({
  account: v.pipe(
    Bare(40),
    v.check(said => said === '' || isCustomerAccount(said), 'account_wrong'),
  ),
  /** What stood there; another one meanwhile is not overwritten. */
  seen: v.pipe(v.string(), v.maxLength(40)),
})
