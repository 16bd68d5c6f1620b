import { themeText } from '#features/account/web/theme-text.ts'
import { useMay } from '#features/auth/web/use-user.ts'
import { deliveriesText } from '#features/deliveries/web/text.ts'
import { UnsentStrip } from '#features/deliveries/web/unsent-strip.tsx'
import { loadText } from '#kit/web/text.tsx'
import { ConsoleAccountEntries } from './console-account-entries.tsx'
import { QuickAccess, QuickAccessButton } from './quick-access.tsx'

/** What the console has that nobody sees at first, and that each of its people comes to: one file, with its words. */
export async function loadLaterParts() {
  await Promise.all([loadText(deliveriesText), loadText(themeText)])
  return { ConsoleAccountEntries, BesideScreens, QuickAccessButton }
}

/** What of a round is still to be sent, and what any screen may open. */
function BesideScreens() {
  const drives = useMay('delivery')
  return (
    <>
      {drives && <UnsentStrip />}
      <QuickAccess />
    </>
  )
}
