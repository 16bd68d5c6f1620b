import { useState } from 'react'
import { type ThemeChoice, themeChoices } from '#kit/theme-choice.ts'
import { setCookie } from '#kit/web/cookie.ts'
import { useText } from '#kit/web/text.tsx'
import { MenuButton, MenuSection } from '#kit/web/ui/menu.tsx'
import { themeText } from './theme-text.ts'

function showTheme(choice: ThemeChoice) {
  document.documentElement.dataset.theme = choice
  setCookie('theme', choice, 365)
}

/** Per browser, not per user: the telephone by the chair and the screen at the desk are in different light. */
export function ThemeSection() {
  const t = useText(themeText)
  const [current, setCurrent] = useState(() => document.documentElement.dataset.theme ?? 'system')
  function choose(choice: ThemeChoice) {
    showTheme(choice)
    setCurrent(choice)
  }
  return (
    <MenuSection label={t.title}>
      {themeChoices.map(choice => (
        <MenuButton key={choice} checked={choice === current} onSelect={() => choose(choice)}>
          {t.choices[choice]}
        </MenuButton>
      ))}
    </MenuSection>
  )
}
