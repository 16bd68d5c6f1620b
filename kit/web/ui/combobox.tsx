import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { matchesWords } from '../search-words.ts'
import './combobox.css'
import { classes } from './classes.ts'
import { Field, type FieldProps } from './field.tsx'
import { Icon } from './icon.tsx'

export type ComboboxOption = {
  value: string
  label: string
  /** At the end of the line. */
  detail?: string | undefined
  /** More words that the search matches. */
  words?: string | undefined
}
export type ComboboxGroup = { id: string; label: string; options: readonly ComboboxOption[] }

type ComboboxProps = FieldProps & {
  id?: string | undefined
  placeholder?: string | undefined
  groups: readonly ComboboxGroup[]
  /** Shown while options load; Enter waits for them. */
  pending?: string | undefined
  onChoose: (value: string) => void
  /** Shown in place of the list. */
  noMatch: (words: string) => string
  /** Announced while typing. */
  found: (count: number) => string
}

/** A press anywhere in the list, headings included, leaves the focus in the field. */
const keepTyping = (event: MouseEvent) => event.preventDefault()

/** Typed search in a grouped list; each choice empties the field for the next one. */
export function Combobox(props: ComboboxProps) {
  const {
    label,
    mark,
    hint,
    error,
    labelHidden,
    className,
    id,
    placeholder,
    groups,
    pending,
    onChoose,
    noMatch,
    found,
  } = props
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState<number>()
  const [isEntered, setEntered] = useState(false)

  const shown = groups
    .map(group => ({
      ...group,
      options: group.options.filter(({ label, words }) =>
        matchesWords(`${label} ${words ?? ''} ${group.label}`, typed),
      ),
    }))
    .filter(group => group.options.length > 0)
  const options = shown.flatMap(group => group.options)
  // With text typed, Enter takes the first match.
  const current = active ?? (typed.trim() ? 0 : undefined)
  const currentOption = current === undefined ? undefined : options[current]
  const optionId = (value: string) => `${listId}-${value}`
  const currentId = open && currentOption ? optionId(currentOption.value) : undefined

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
    setEntered(false)
    setActive(undefined)
  }
  function choose(value: string) {
    hide()
    setTyped('')
    onChoose(value)
  }
  const chooseEntered = useEffectEvent(() => {
    setEntered(false)
    if (currentOption) choose(currentOption.value)
  })
  useEffect(() => {
    if (isEntered && !pending) chooseEntered()
  }, [isEntered, pending])

  function move(step: number) {
    show()
    if (options.length === 0) return
    setActive(
      current === undefined ? (step > 0 ? 0 : options.length - 1) : (current + step + options.length) % options.length,
    )
  }
  function press(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter') {
      if (open && currentOption) choose(currentOption.value)
      else if (pending && typed.trim()) setEntered(true)
      else show()
    } else if (event.key === 'Escape' && (open || typed)) {
      if (open) hide()
      else setTyped('')
    } else return
    event.preventDefault()
  }

  return (
    <div className="combobox" ref={box}>
      <Field {...{ label, mark, hint, error, labelHidden, className, id }}>
        {control => (
          <div className="input-box">
            <Icon name="search" />
            <input
              {...control}
              type="text"
              className="input input--start"
              role="combobox"
              aria-expanded={open}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={currentId}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="done"
              placeholder={placeholder}
              value={typed}
              onChange={event => {
                setTyped(event.currentTarget.value)
                setActive(undefined)
                setEntered(false)
                show()
              }}
              onClick={show}
              onKeyDown={press}
              onBlur={hide}
            />
          </div>
        )}
      </Field>
      <div
        id={listId}
        role="listbox"
        aria-label={typeof label === 'string' ? label : undefined}
        className="combobox__list"
        onMouseDown={keepTyping}
        hidden={!open || options.length === 0}
      >
        {open &&
          shown.map(group => (
            <fieldset key={group.id} aria-labelledby={`${listId}-group-${group.id}`}>
              <p className="combobox__group" id={`${listId}-group-${group.id}`}>
                {group.label}
              </p>
              {group.options.map(option => (
                // Reached by arrow keys and Enter from the field.
                <div
                  key={option.value}
                  id={optionId(option.value)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={option === currentOption}
                  className={classes('menu__item', option === currentOption && 'menu__item--current')}
                  onClick={() => choose(option.value)}
                  onKeyDown={press}
                >
                  {option.label}
                  {option.detail && <span className="combobox__detail">{option.detail}</span>}
                </div>
              ))}
            </fieldset>
          ))}
      </div>
      {open && options.length === 0 && (
        <p className="combobox__list combobox__group">{pending ?? noMatch(typed.trim())}</p>
      )}
      <p className="visually-hidden" role="status">
        {open && typed.trim() && !pending ? found(options.length) : ''}
      </p>
    </div>
  )
}
