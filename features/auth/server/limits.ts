import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { problem } from '#kit/problem.ts'
import { networkOf } from '#kit/server/ip-address.ts'

const minute = 60

/**
 * Numbers of wrong passwords per laboratory. First the account is limited per address, so that a stranger who guesses cannot lock
 * the owner out; the limit of the account alone is only reached by a botnet, not from a single network. A device on which the
 * user has signed in before has its own limit instead.
 */
export const signInLimits = {
  account_at_address: { failures: 10, seconds: 15 * minute },
  address: { failures: 60, seconds: 15 * minute },
  network: { failures: 150, seconds: 60 * minute },
  account: { failures: 200, seconds: 60 * minute },
  device: { failures: 10, seconds: 15 * minute },
  // Codes after a right password. Each guess has three chances in a million, and the attacker knows the password.
  code_account: { failures: 10, seconds: 60 * minute },
  code_device: { failures: 10, seconds: 15 * minute },
  // Requests for password-reset mails.
  reset_address: { failures: 20, seconds: 15 * minute },
  reset_network: { failures: 60, seconds: 60 * minute },
} as const
export type LimitKind = keyof typeof signInLimits

/** Limits that the right password resets: the user's own mistakes, not other people's attempts. */
export const forgivable: readonly LimitKind[] = ['account_at_address', 'device', 'code_device']

export type Limit = { kind: LimitKind; key: Buffer }

/** The limits that an attempt counts against, always in the order in which they are locked. */
export function limitsOf(attempt: { login: string; address: string; device: string | undefined }): Limit[] {
  const { login, address, device } = attempt
  const limit = (kind: LimitKind, ...parts: string[]): Limit => ({ kind, key: hashOf(parts) })
  if (device) return [limit('device', device)]
  // An IPv6 subscriber has a whole /64, and for little money a /48.
  const narrow = networkOf(address, 64)
  return [
    limit('account_at_address', login, narrow),
    limit('address', narrow),
    ...(isIPv6(address) ? [limit('network', networkOf(address, 48))] : []),
    limit('account', login),
  ]
}

/** The limits for codes, in the same order: once the password is known, other addresses get no further tries. */
export function limitsOfCode(attempt: { userId: string; address: string; device: string | undefined }): Limit[] {
  const { userId, address, device } = attempt
  if (device) return [{ kind: 'code_device', key: hashOf([device]) }]
  return [
    { kind: 'address', key: hashOf([networkOf(address, 64)]) },
    ...(isIPv6(address) ? [{ kind: 'network', key: hashOf([networkOf(address, 48)]) } as const] : []),
    { kind: 'code_account', key: hashOf([userId]) },
  ]
}

/** The limits for requesting links; the mails per user are limited by their valid links (forgotten.ts). */
export const limitsOfAsking = (address: string): Limit[] => [
  { kind: 'reset_address', key: hashOf([networkOf(address, 64)]) },
  ...(isIPv6(address) ? [{ kind: 'reset_network', key: hashOf([networkOf(address, 48)]) } as const] : []),
]

const hashOf = (parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest()

export type Counter = { kind: LimitKind; failures: number; in_flight: number; seconds_left: number }

/**
 * Whether one more may be checked. Attempts in flight count as wrong until settled, so that a hundred at once gain nothing; if
 * only those are in the way, returns false to wait for their outcome. Throws 429 when used up.
 */
export function hasRoom(counters: readonly Counter[]): boolean {
  const full = counters.filter(({ kind, failures }) => failures >= signInLimits[kind].failures)
  if (full.length > 0)
    throw problem('too_many_requests', { retryAfter: Math.max(...full.map(({ seconds_left }) => seconds_left)) })
  return counters.every(({ kind, failures, in_flight }) => failures + in_flight < signInLimits[kind].failures)
}
