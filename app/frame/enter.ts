import { session } from '#features/auth/web/browser-session.ts'
import { leaveTo } from '#features/auth/web/use-user.ts'
import { type Audience, homes } from '#tenancy/audience.ts'

/** Whoever is of the other audience finds nothing here: each call would be refused. Nobody signed in is asked to sign in. */
export const enterAs = (audience: Audience, askToSignIn: (wanted: string) => void | Promise<void>) =>
  async function enter(wanted: string) {
    if (!(await session.ensure())) return askToSignIn(wanted)
    const kind = session.user()?.kind
    if (kind && kind !== audience) await leaveTo(homes[kind])
  }
