import type { FoundEntry } from '#app/frame/menu-entries.ts'
import { LanguageSection } from '#features/account/web/language-section.tsx'
import { accountText } from '#features/account/web/text.ts'
import { ThemeSection } from '#features/account/web/theme-section.tsx'
import { authText } from '#features/auth/web/text.ts'
import { useSignOut } from '#features/auth/web/use-sign-out.ts'
import { useMay } from '#features/auth/web/use-user.ts'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { MenuButton, MenuLink } from '#kit/web/ui/menu.tsx'

type AccountMenuEntriesProps = { onShortcuts: () => void; entries: readonly FoundEntry[]; here: string }

/** The user's pages, language and theme, and the sign-out. */
export function AccountMenuEntries({ onShortcuts, entries, here }: AccountMenuEntriesProps) {
  const t = useText(accountText)
  const auth = useText(authText)
  const language = useLanguage()
  const signOut = useSignOut()
  const mayChangeLanguage = useMay('language')
  return (
    <>
      {entries.map(({ to, icon, label }) => (
        <MenuLink key={to} to={to} icon={icon} current={to === here}>
          {label[language]}
        </MenuLink>
      ))}
      {mayChangeLanguage && <LanguageSection />}
      <ThemeSection />
      <MenuButton icon="keyboard" onSelect={onShortcuts}>
        {t.menu.shortcuts}
      </MenuButton>
      <MenuButton icon="logout" onSelect={signOut}>
        {auth.logout}
      </MenuButton>
    </>
  )
}
