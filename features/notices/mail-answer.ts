export type MailAnswer = 'unreachable' | 'insecure' | 'login' | 'declined' | 'later' | 'other'

/** What a mail server means: by the number of its answer, or by what became of the way to it. */
export function mailAnswer(reason: string): MailAnswer {
  if (/^(ECONN|ETIMEDOUT|ESOCKET|EDNS|ENOTFOUND|no try)/.test(reason)) return 'unreachable'
  if (/^ETLS|certificate/i.test(reason)) return 'insecure'
  if (/^(EAUTH|53[0458])/.test(reason)) return 'login'
  if (/^4\d\d/.test(reason)) return 'later'
  return /^5\d\d/.test(reason) ? 'declined' : 'other'
}
