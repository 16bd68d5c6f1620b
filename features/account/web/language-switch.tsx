import { kitText } from '#kit/web/kit-text.ts'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { SegmentedLanguage } from '#kit/web/ui/segmented-language.tsx'
import { languageNames } from './language-names.ts'
import { useShowLanguage } from './show-language.ts'

/** The language of pages before the sign-in: remembered by this browser. */
export function LanguageSwitch() {
  const t = useText(kitText).common
  return (
    <SegmentedLanguage
      label={t.language}
      languages={languageNames}
      current={useLanguage()}
      onSelect={useShowLanguage()}
    />
  )
}
