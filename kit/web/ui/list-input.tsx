import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { Field, type FieldProps } from './field.tsx'
import './list-input.css'
import { IconButton } from './icon-button.tsx'

/** What has been taken into a list, and what is still being typed. */
export type TypedList = { readonly kept: readonly string[]; readonly typed: string }

/** With what stands there unfinished: whoever sends it means it too. */
export const wordsOf = ({ kept, typed }: TypedList): string[] => (typed ? [...kept, typed] : [...kept])

type ListInputProps = FieldProps & {
  name: string
  value: TypedList
  onChange: (value: TypedList) => void
  /** Why this word is not taken beside those; nothing where it is. */
  fault: (word: string, kept: readonly string[]) => string | undefined
  /** Names the button that takes a word out. */
  removeLabel: (word: string) => string
  /** Announced when a word has been taken. */
  keptLabel: (word: string) => string
  inputMode?: 'email' | 'text' | undefined
  autoComplete?: string | undefined
  required?: boolean | undefined
}

const separators = /[\s,;]+/

/**
 * Several words without spaces, one after the other: taken with Enter, a comma or a space, several by pasting. What is
 * still typed stays as it is when the field is left, so that nothing moves under a press.
 * What is not taken stays to be corrected, with the reason; Backspace brings the last one back.
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
  /** As it comes from every keyboard, that of a phone too: none tells which key was pressed. */
  function type(text: string) {
    const words = text.split(separators).filter(Boolean)
    if (separators.test(text) && words.length > 0) take(words)
    else onChange({ kept, typed: text.trim() })
  }
  function press(event: KeyboardEvent<HTMLInputElement>) {
    const last = kept.at(-1)
    // One that comes after the last word has been taken is meant for it.
    if (event.key === 'Enter') take(typed ? [typed] : [])
    else if (event.key === 'Backspace' && typed === '' && last) onChange({ kept: kept.slice(0, -1), typed: last })
    else return
    event.preventDefault()
  }
  /** A field of one line would run lines together. */
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const words = event.clipboardData.getData('text').split(separators).filter(Boolean)
    if (words.length < 2) return
    event.preventDefault()
    take([...(typed ? [typed] : []), ...words])
  }

  return (
    <Field {...{ label, mark, hint, labelHidden, className }} error={reason ?? error}>
      {control => (
        // A press beside the words goes to the field, as it does in any other.
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
