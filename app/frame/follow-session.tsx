import type { AnyRouter } from '@tanstack/react-router'
import { showLanguage } from '#features/account/web/show-language.ts'
import { isOpen } from '#features/auth/rules.ts'
import { session } from '#features/auth/web/browser-session.ts'
import { currentLanguage } from '#kit/web/text.tsx'
import { dismissToast, toastStore } from '#kit/web/ui/toast.ts'
import type { Entry } from './entry.ts'

/** Who signs in, out, or speaks another language, in this tab or another: the screens follow. */
export function followSession(router: AnyRouter, { queries, leave }: Entry) {
  let present = session.shown()?.id

  async function follow() {
    const user = session.shown()
    const before = present
    const isSomeoneElse = user?.id !== before
    present = user?.id
    // Nobody sees what another user has loaded.
    if (before && present && isSomeoneElse) return void setTimeout(() => location.reload())
    if (before && isSomeoneElse) {
      for (const { id } of toastStore.read()) dismissToast(id)
      ;(await queries()).clear()
    }
    if (user?.language && user.language !== currentLanguage()) await showLanguage(user.language).catch(() => undefined)
    // Whose token has been renewed where they would sign in need not type anything.
    if (!isSomeoneElse && !(user && isOpen(location.pathname))) return
    // Who leaves goes to the sign-in page itself; whose session ends comes back to this screen afterwards.
    if (session.end() === 'left') await leave(router)
    else await router.invalidate()
  }

  session.subscribe(() => {
    void follow()
  })
}
