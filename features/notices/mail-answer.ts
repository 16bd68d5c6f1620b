export type MailAnswer = 'unreachable' | 'insecure' | 'login' | 'declined' | 'later' | 'other'

/** Classifies a mail server's answer by its status code, or a connection failure by its error code. */
export function mailAnswer(reason: string): MailAnswer {
  if (/^(ECONN|ETIMEDOUT|ESOCKET|EDNS|ENOTFOUND|no try)/.test(reason)) return 'unreachable'
  if (/^ETLS|certificate/i.test(reason)) return 'insecure'
  if (/^(EAUTH|53[0458])/.test(reason)) return 'login'
  if (/^4\d\d/.test(reason)) return 'later'
  return /^5\d\d/.test(reason) ? 'declined' : 'other'
}
