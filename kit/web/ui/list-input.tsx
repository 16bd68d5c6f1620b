import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { Field, type FieldProps } from './field.tsx'
import './list-input.css'
import { IconButton } from './icon-button.tsx'

/** Accepted entries, and what is still being typed. */
export type TypedList = { readonly kept: readonly string[]; readonly typed: string }

/** Includes the unfinished entry, which a sender means too. */
export const wordsOf = ({ kept, typed }: TypedList): string[] => (typed ? [...kept, typed] : [...kept])

type ListInputProps = FieldProps & {
  name: string
  value: TypedList
  onChange: (value: TypedList) => void
  /** Why this entry is refused beside those; undefined if accepted. */
  fault: (word: string, kept: readonly string[]) => string | undefined
  /** Names the button that removes an entry. */
  removeLabel: (word: string) => string
  /** Announced when an entry is accepted. */
  keptLabel: (word: string) => string
  inputMode?: 'email' | 'text' | undefined
  autoComplete?: string | undefined
  required?: boolean | undefined
}

const separators = /[\s,;]+/

/**
 * Entries without spaces: accepted with Enter, a comma or a space, several by pasting. Unfinished text stays as it is when the
 * field is left, so that nothing moves under a press. A refused entry stays to be corrected, with the reason; Backspace brings
 * the last one back.
 */
export function ListInput(props: ListInputProps) {
  const { label, mark, hint, error, labelHidden, className, name, value, onChange, fault, ...rest } = props
  const { removeLabel, keptLabel, inputMode, autoComplete, required } = rest
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState('')
  const [said, setSaid] = useState('')
  const { kept, typed } = value
  const reason = refused !== '' && refused === typed ? fault(refused, kept) : undefined

  function take(words: readonly string[]) {
    const taken = [...kept]
    const left: string[] = []
    for (const word of words) (fault(word, taken) ? left : taken).push(word)
    const rest = left.join(' ')
    setRefused(left.length === 1 ? rest : '')
    const added = taken.slice(kept.length)
    if (added.length > 0) setSaid(added.map(keptLabel).join(', '))
    onChange({ kept: taken, typed: rest })
  }
  /** By text, because phone keyboards do not report which key was pressed. */
  function type(text: string) {
    const words = text.split(separators).filter(Boolean)
    if (separators.test(text) && words.length > 0) take(words)
    else onChange({ kept, typed: text.trim() })
  }
  function press(event: KeyboardEvent<HTMLInputElement>) {
    const last = kept.at(-1)
    // A separator right after an accepted entry belongs to it.
    if (event.key === 'Enter') take(typed ? [typed] : [])
    else if (event.key === 'Backspace' && typed === '' && last) onChange({ kept: kept.slice(0, -1), typed: last })
    else return
    event.preventDefault()
  }
  /** A single-line field would join pasted lines together. */
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const words = event.clipboardData.getData('text').split(separators).filter(Boolean)
    if (words.length < 2) return
    event.preventDefault()
    take([...(typed ? [typed] : []), ...words])
  }

  return (
    <Field {...{ label, mark, hint, labelHidden, className }} error={reason ?? error}>
      {control => (
        // A press beside the entries focuses the input, as in any other field.
        <div
          className="input list-input"
          data-field={name}
          onPointerDown={event => {
            if (event.target !== event.currentTarget) return
            event.preventDefault()
            input.current?.focus()
          }}
        >
          {kept.length > 0 && (
            <ul className="list-input__kept">
              {kept.map(word => (
                <li key={word} className="list-input__item">
                  {word}
                  <IconButton
                    icon="close"
                    size="sm"
                    label={removeLabel(word)}
                    onClick={() => onChange({ kept: kept.filter(one => one !== word), typed })}
                  />
                </li>
              ))}
            </ul>
          )}
          <input
            {...control}
            ref={input}
            type="text"
            className="list-input__typed"
            inputMode={inputMode}
            autoComplete={autoComplete}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            aria-required={required}
            value={typed}
            onChange={event => type(event.currentTarget.value)}
            onKeyDown={press}
            onPaste={paste}
          />
          <span className="visually-hidden" role="status">
            {said}
          </span>
        </div>
      )}
    </Field>
  )
}
