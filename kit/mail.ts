import * as v from 'valibot'

/**
 * One address in plain letters, as it stands in an envelope and a header. Names, comments, lists and other alphabets are
 * none: whoever types them has mistyped, or wants a header of their own.
 */
export const EnvelopeAddress = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(254, 'too_long'),
  v.regex(/^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?=[a-z\d])[a-z\d.-]*(?<=[a-z\d])$/i, 'mail_address_expected'),
)

/** One that somebody types, to which a mail can go over the internet: "claire@gmail" is a slip of the finger. */
export const MailAddress = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(254, 'too_long'),
  v.regex(
    /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d]+(?:-+[a-z\d]+)*\.)+[a-z\d]+(?:-+[a-z\d]+)*$/i,
    'mail_address_expected',
  ),
)
