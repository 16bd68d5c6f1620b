import './sign-card.css'

type SegmentedLanguageProps<Code extends string> = {
  /** Names the group, in the current language. */
  label: string
  /** Each language under its own name. */
  languages: readonly { code: Code; name: string }[]
  current: Code
  onSelect: (code: Code) => void
}

export function SegmentedLanguage<Code extends string>(props: SegmentedLanguageProps<Code>) {
  const { label, languages, current, onSelect } = props
  return (
    <fieldset className="languages">
      <legend className="visually-hidden">{label}</legend>
      {languages.map(({ code, name }) => (
        <button key={code} type="button" lang={code} aria-pressed={code === current} onClick={() => onSelect(code)}>
          {name}
        </button>
      ))}
    </fieldset>
  )
}
