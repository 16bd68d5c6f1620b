import { createHash } from 'node:crypto'
import { networkOf } from '#kit/server/ip-address.ts'

/** Requests that are kept, within a day: a representative who enters a few, and not a flood that buries those of others. */
export const signupLimits = { network: 10, laboratory: 100 } as const

/** A hash: the table does not show from where anybody has asked. */
export const networkKey = (address: string): Buffer => createHash('sha256').update(networkOf(address, 48)).digest()
