import * as v from 'valibot'
import { Bare } from '#kit/bare-input.ts'

/** The default account of a practice: short and unique. */
export const usualCustomerAccount = (practiceId: string) =>
  `C${practiceId.replaceAll('-', '').slice(-10).toUpperCase()}`

/** Accounts of the default form are refused, since they could be another practice's. */
const isCustomerAccount = (said: string) => /^[0-9A-Z]{1,17}$/.test(said) && !/^C[0-9A-F]{10}$/.test(said)

/** Empty: the usual account. */
export const CustomerAccount = v.strictObject({
  account: v.pipe(
    Bare(40),
    v.check(said => said === '' || isCustomerAccount(said), 'account_wrong'),
  ),
  /** The account as it was read: a concurrent change is not overwritten. */
  seen: v.pipe(v.string(), v.maxLength(40)),
})
