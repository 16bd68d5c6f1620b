import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { matchesWords, plainWords } from '../search-words.ts'
import './combobox.css'
import './menu.css'
import { classes } from './classes.ts'
import { Field, type FieldProps } from './field.tsx'
import { Icon } from './icon.tsx'

type Option = { value: string; label: string }

type OpenSelectProps = FieldProps & {
  id?: string | undefined
  name: string
  /** An option's value, or what was typed instead. */
  value: string
  onChange: (value: string) => void
  options: readonly Option[]
  /** Shown when no option matches. */
  other: (words: string) => string
  /** Announced while typing. */
  found: (count: number) => string
  autoComplete?: string | undefined
  required?: boolean | undefined
}

/** A press in the list leaves the focus in the field. */
const keepTyping = (event: MouseEvent) => event.preventDefault()

/** A list to choose from whose field also accepts other text. */
export function OpenSelect(props: OpenSelectProps) {
  const { label, mark, hint, error, labelHidden, className, id, name, value, onChange, options, other, found } = props
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  /** Typed since the list was opened; before that all options are shown, whatever the field contains. */
  const [typed, setTyped] = useState<string>()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState<number>()

  const written = options.find(option => option.value === value)?.label ?? value
  const shown = typed === undefined ? options : options.filter(({ label }) => matchesWords(label, typed))
  const current = active === undefined ? undefined : shown[active]
  const optionId = (option: Option) => `${listId}-${options.indexOf(option)}`
  const currentId = open && current ? optionId(current) : undefined

  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])

  function show() {
    if (open) return
    setOpen(true)
    // A phone's keyboard leaves half the screen, which the list needs.
    if (matchMedia('(pointer: coarse)').matches) box.current?.scrollIntoView({ block: 'start' })
  }
  function hide() {
    setOpen(false)
    setActive(undefined)
    setTyped(undefined)
  }
  function write(words: string) {
    setTyped(words)
    setActive(undefined)
    show()
    // Typing an option's label chooses it.
    onChange(options.find(({ label }) => plainWords(label) === plainWords(words.trim()))?.value ?? words)
  }
  function choose(option: Option) {
    hide()
    onChange(option.value)
  }
  function move(step: number) {
    show()
    if (shown.length === 0) return
    const chosen = shown.findIndex(option => option.value === value)
    const end = step > 0 ? 0 : shown.length - 1
    setActive(active === undefined ? (chosen < 0 ? end : chosen) : (active + step + shown.length) % shown.length)
  }
  /** The option chosen on leaving the field: the highlighted option, or the only match. */
  const meant = current ?? (typed?.trim() && shown.length === 1 ? shown[0] : undefined)

  function press(event: KeyboardEvent) {
    // The focus moves on by itself.
    if (event.key === 'Tab' && open && meant) return choose(meant)
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && open) {
      if (current) choose(current)
      else hide()
    } else if (event.key === 'Escape' && open) hide()
    else return
    event.preventDefault()
  }

  return (
    <div className="combobox" ref={box} data-field={name}>
      <Field {...{ label, mark, hint, error, labelHidden, className, id }}>
        {control => (
          <div className="input-box input-box--select">
            <input
              {...control}
              type="text"
              className="input input--end"
              role="combobox"
              aria-expanded={open && shown.length > 0}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={currentId}
              aria-required={props.required}
              autoComplete={props.autoComplete ?? 'off'}
              spellCheck={false}
              value={typed ?? written}
              onChange={event => write(event.currentTarget.value)}
              onClick={show}
              onKeyDown={press}
              onBlur={hide}
            />
            <Icon name="chevron-down" />
          </div>
        )}
      </Field>
      <div
        id={listId}
        role="listbox"
        aria-label={typeof label === 'string' ? label : undefined}
        className="combobox__list"
        onMouseDown={keepTyping}
        hidden={!open || shown.length === 0}
      >
        {open &&
          shown.map(option => (
            // Reached by arrow keys and Enter from the field.
            <div
              key={option.value}
              id={optionId(option)}
              role="option"
              tabIndex={-1}
              aria-selected={option.value === value}
              className={classes('menu__item', option === current && 'menu__item--current')}
              onClick={() => choose(option)}
              onKeyDown={press}
            >
              {option.label}
              {option.value === value && <Icon name="check" size="sm" />}
            </div>
          ))}
      </div>
      {open && shown.length === 0 && <p className="combobox__list combobox__group">{other((typed ?? '').trim())}</p>}
      <p className="visually-hidden" role="status">
        {open && typed?.trim() ? (shown.length > 0 ? found(shown.length) : other(typed.trim())) : ''}
      </p>
    </div>
  )
}
