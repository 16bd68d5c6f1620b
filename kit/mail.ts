import * as v from 'valibot'

/**
 * One plain ASCII address as it may appear in an envelope and a header. Display names, comments, lists and other alphabets are
 * refused: they are typing errors or attempts at header injection.
 */
export const EnvelopeAddress = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(254, 'too_long'),
  v.regex(/^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?=[a-z\d])[a-z\d.-]*(?<=[a-z\d])$/i, 'mail_address_expected'),
)

/** An address that somebody types, which must be reachable over the internet: "claire@gmail" is a typing error. */
export const MailAddress = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(254, 'too_long'),
  v.regex(
    /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d]+(?:-+[a-z\d]+)*\.)+[a-z\d]+(?:-+[a-z\d]+)*$/i,
    'mail_address_expected',
  ),
)
