import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { problem } from '#kit/problem.ts'
import { networkOf } from '#kit/server/ip-address.ts'

const minute = 60

/**
 * How many wrong passwords are looked at, per laboratory. The account is limited together with the address first, so
 * that a stranger who guesses cannot lock the owner out; the account alone has a limit only a botnet reaches, not one whole
 * network. A device from which its user has signed in before is concerned by none of these, but by its own.
 */
export const signInLimits = {
  account_at_address: { failures: 10, seconds: 15 * minute },
  address: { failures: 60, seconds: 15 * minute },
  network: { failures: 150, seconds: 60 * minute },
  account: { failures: 200, seconds: 60 * minute },
  device: { failures: 10, seconds: 15 * minute },
  // Codes after a right password. Each is one of three right ones in a million, and whoever tries knows the password.
  code_account: { failures: 10, seconds: 60 * minute },
  code_device: { failures: 10, seconds: 15 * minute },
  // Mails asked for by who has forgotten a password.
  reset_address: { failures: 20, seconds: 15 * minute },
  reset_network: { failures: 60, seconds: 60 * minute },
} as const
export type LimitKind = keyof typeof signInLimits

/** The right password forgives what the same person has mistyped, and nothing of what others have. */
export const forgivable: readonly LimitKind[] = ['account_at_address', 'device', 'code_device']

export type Limit = { kind: LimitKind; key: Buffer }

/** What an attempt counts against, always in the order in which these are locked. */
export function limitsOf(attempt: { login: string; address: string; device: string | undefined }): Limit[] {
  const { login, address, device } = attempt
  const limit = (kind: LimitKind, ...parts: string[]): Limit => ({ kind, key: hashOf(parts) })
  if (device) return [limit('device', device)]
  // Whoever has one address of IPv6 has its whole /64, and for little money a /48.
  const narrow = networkOf(address, 64)
  return [
    limit('account_at_address', login, narrow),
    limit('address', narrow),
    ...(isIPv6(address) ? [limit('network', networkOf(address, 48))] : []),
    limit('account', login),
  ]
}

/** What a code counts against, in the same order: of a user whose password is known no address makes more room. */
export function limitsOfCode(attempt: { userId: string; address: string; device: string | undefined }): Limit[] {
  const { userId, address, device } = attempt
  if (device) return [{ kind: 'code_device', key: hashOf([device]) }]
  return [
    { kind: 'address', key: hashOf([networkOf(address, 64)]) },
    ...(isIPv6(address) ? [{ kind: 'network', key: hashOf([networkOf(address, 48)]) } as const] : []),
    { kind: 'code_account', key: hashOf([userId]) },
  ]
}

/** What asking for a link counts against; how many one user is mailed, their good links say (forgotten.ts). */
export const limitsOfAsking = (address: string): Limit[] => [
  { kind: 'reset_address', key: hashOf([networkOf(address, 64)]) },
  ...(isIPv6(address) ? [{ kind: 'reset_network', key: hashOf([networkOf(address, 48)]) } as const] : []),
]

const hashOf = (parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest()

export type Counter = { kind: LimitKind; failures: number; in_flight: number; seconds_left: number }

/**
 * Whether one more may be looked at. Those in flight count as wrong until they are known, so that a hundred at
 * once are no way round; where only they stand in the way, their outcome decides, not they. Throws 429 when used up.
 */
export function hasRoom(counters: readonly Counter[]): boolean {
  const full = counters.filter(({ kind, failures }) => failures >= signInLimits[kind].failures)
  if (full.length > 0)
    throw problem('too_many_requests', { retryAfter: Math.max(...full.map(({ seconds_left }) => seconds_left)) })
  return counters.every(({ kind, failures, in_flight }) => failures + in_flight < signInLimits[kind].failures)
}
