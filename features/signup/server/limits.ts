import { createHash } from 'node:crypto'
import { networkOf } from '#kit/server/ip-address.ts'

/**
 * Limits of requests stored within a day: enough for a representative who enters a few, but no flood that buries others.
 * Once `crowd` requests wait, each network has a smaller share, so that strangers from a few networks do not block
 * everybody else. Decided requests free the laboratory's limit, but refused ones still count for their network.
 */
export const signupLimits = { network: 10, crowd: 100, networkInCrowd: 2, laboratory: 2000 } as const

/** Hashed, so that the table does not show where requests came from. */
export const networkKey = (address: string): Buffer => createHash('sha256').update(networkOf(address, 48)).digest()
