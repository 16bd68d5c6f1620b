import { session } from '#features/auth/web/browser-session.ts'
import { leaveTo } from '#features/auth/web/use-user.ts'
import { type Audience, homes } from '#tenancy/audience.ts'

/**
 * Users of the other audience are sent to their own home, because each call here would be refused. Visitors are asked to sign in.
 */
export const enterAs = (audience: Audience, askToSignIn: (wanted: string) => void | Promise<void>) =>
  async function enter(wanted: string) {
    if (!(await session.ensure())) return askToSignIn(wanted)
    const kind = session.user()?.kind
    if (kind && kind !== audience) await leaveTo(homes[kind])
  }
