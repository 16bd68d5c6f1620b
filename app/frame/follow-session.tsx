import type { AnyRouter } from '@tanstack/react-router'
import { showLanguage } from '#features/account/web/show-language.ts'
import { isOpen } from '#features/auth/rules.ts'
import { session } from '#features/auth/web/browser-session.ts'
import { currentLanguage } from '#kit/web/text.tsx'
import { dismissToast, toastStore } from '#kit/web/ui/toast.ts'
import type { Entry } from './entry.ts'

/** Updates the screens when the user signs in, out or switches language, in this tab or another. */
export function followSession(router: AnyRouter, { queries, leave }: Entry) {
  let present = session.shown()?.id

  async function follow() {
    const user = session.shown()
    const before = present
    const isSomeoneElse = user?.id !== before
    present = user?.id
    // A user must not see what another has loaded.
    if (before && present && isSomeoneElse) return void setTimeout(() => location.reload())
    if (before && isSomeoneElse) {
      for (const { id } of toastStore.read()) dismissToast(id)
      ;(await queries()).clear()
    }
    if (user?.language && user.language !== currentLanguage()) await showLanguage(user.language).catch(() => undefined)
    // A token renewed while the sign-in page is shown makes signing in unnecessary.
    if (!isSomeoneElse && !(user && isOpen(location.pathname))) return
    // A sign-out leads to the sign-in page itself; an expired session returns to this screen after signing in.
    if (session.end() === 'left') await leave(router)
    else await router.invalidate()
  }

  session.subscribe(() => {
    void follow()
  })
}
