import { LanguageSection } from '#features/account/web/language-section.tsx'
import { ThemeSection } from '#features/account/web/theme-section.tsx'
import { authText } from '#features/auth/web/text.ts'
import { useSignOut } from '#features/auth/web/use-sign-out.ts'
import { useMay } from '#features/auth/web/use-user.ts'
import { askForPalette } from '#features/palette/web/keys.ts'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { MenuButton, MenuLink } from '#kit/web/ui/menu.tsx'

const shortcuts = { fr: 'Raccourcis clavier', en: 'Keyboard shortcuts' }

/** Their own page, language and colours, the keys, and the way out. */
export function ConsoleAccountEntries({ isOwn }: { isOwn: boolean }) {
  const t = useText(authText)
  const language = useLanguage()
  const signOut = useSignOut()
  const mayChangeLanguage = useMay('language')
  return (
    <>
      <MenuLink to="/staff/account" icon="user" current={isOwn}>
        {t.account}
      </MenuLink>
      {mayChangeLanguage && <LanguageSection />}
      <ThemeSection />
      <MenuButton icon="keyboard" onSelect={() => askForPalette('shortcuts')}>
        {shortcuts[language]}
      </MenuButton>
      <MenuButton icon="logout" onSelect={signOut}>
        {t.logout}
      </MenuButton>
    </>
  )
}
