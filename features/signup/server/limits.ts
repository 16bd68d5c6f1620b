import { createHash } from 'node:crypto'
import { networkOf } from '#kit/server/ip-address.ts'

/**
 * Requests that are kept, within a day: a representative who enters a few, and not a flood that buries those of others. Where
 * a crowd waits, each network has a smaller share, so that strangers with a few of them do not shut the door for everybody
 * else. What the laboratory has decided makes room again; what it has refused, not for whoever sent it.
 */
export const signupLimits = { network: 10, crowd: 100, networkInCrowd: 2, laboratory: 2000 } as const

/** A hash: the table does not show from where anybody has asked. */
export const networkKey = (address: string): Buffer => createHash('sha256').update(networkOf(address, 48)).digest()
