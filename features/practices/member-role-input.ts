import * as v from 'valibot'
import { Role } from '#features/colleagues/input.ts'

/** A practice user's role as set by the laboratory, which alone can withdraw the right to order. */
export const MemberRole = v.strictObject({ ...Role.entries, isDLCPM: v.optional(v.boolean()) })
export type MemberRole = v.InferOutput<typeof MemberRole>
