import { decodeJwt } from 'jose'
import * as v from 'valibot'
import { rightsOf, staffRoles } from '#tenancy/rights.ts'

const Shown = v.variant('kind', [
  v.object({ kind: v.literal('staff'), role: v.picklist(staffRoles) }),
  v.object({
    kind: v.literal('practice'),
    accountType: v.picklist(['manager', 'doctor']),
    isDLCPM: v.boolean(),
    isPracticeDoctor: v.boolean(),
  }),
])

/** The rights with which a browser renders its screens, from a verified token; undefined when it contains none. */
export function rightsShownBy(token: string): string | undefined {
  const shown = v.safeParse(Shown, decodeJwt(token))
  return shown.success ? rightsOf(shown.output).join() : undefined
}
