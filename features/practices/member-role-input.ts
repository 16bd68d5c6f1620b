import * as v from 'valibot'
import { Role } from '#features/colleagues/input.ts'

/** What somebody of a practice may there, as the laboratory says it: it alone takes ordering away. */
export const MemberRole = v.strictObject({ ...Role.entries, isDLCPM: v.optional(v.boolean()) })
export type MemberRole = v.InferOutput<typeof MemberRole>
