const words = {
  ENOTFOUND: 'nameless',
  EAI_AGAIN: 'nameless',
  ECONNREFUSED: 'closed',
  ETIMEDOUT: 'slow',
  ABORT_ERR: 'slow',
  AbortError: 'slow',
  TimeoutError: 'slow',
} as const satisfies Record<string, string>

const isWord = (failure: string): failure is keyof typeof words => Object.hasOwn(words, failure)

/** Why an address did not answer properly; `failure` is an HTTP status or Node's error code. */
export function whyUnanswered(failure: string) {
  if (/^3\d\d$/.test(failure)) return 'moved'
  if (/^40[13]$/.test(failure)) return 'refused'
  if (/^4(04|10)$/.test(failure)) return 'missing'
  if (/^\d+$/.test(failure)) return 'faulty'
  if (isWord(failure)) return words[failure]
  return /CERT|TLS|SSL|SIGNATURE/.test(failure) ? 'uncertified' : 'unreachable'
}
