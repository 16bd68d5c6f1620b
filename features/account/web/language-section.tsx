import { kitText } from '#kit/web/kit-text.ts'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { MenuButton, MenuSection } from '#kit/web/ui/menu.tsx'
import { useChangeLanguage } from './change-language.ts'
import { languageNames } from './language-names.ts'

/** The user's language, in the account menu. */
export function LanguageSection() {
  const t = useText(kitText).common
  const current = useLanguage()
  const change = useChangeLanguage()
  return (
    <MenuSection label={t.language}>
      {languageNames.map(({ code, name }) => (
        <MenuButton
          key={code}
          lang={code}
          checked={code === current}
          onSelect={() => {
            if (code !== current) void change(code)
          }}
        >
          {name}
        </MenuButton>
      ))}
    </MenuSection>
  )
}
