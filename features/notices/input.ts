import * as v from 'valibot'
import { MailAddress } from '#kit/mail.ts'

const longestMailName = 100

/** A single visible line, because it goes into a header. */
const MailName = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(longestMailName, 'too_long'),
  v.check(name => !/[\p{C}\u2028\u2029]/u.test(name), 'one_line_expected'),
)

export const ChangedMailSettings = v.strictObject({
  name: MailName,
  replyTo: v.union([v.literal(''), MailAddress], 'mail_address_expected'),
  version: v.string(),
})
