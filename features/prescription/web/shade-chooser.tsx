import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { Field } from '#kit/web/ui/field.tsx'
import { IconButton } from '#kit/web/ui/icon-button.tsx'
import { closePopover, Popover } from '#kit/web/ui/popover.tsx'
import { formatShade } from '../rules.ts'
import { guideOf, readShade, shadeColor, vita3DMaster, vitaBleach, vitaClassical } from '../shades.ts'
import { prescriptionText } from './text.ts'
import './shade-picker.css'

export type ShadeChooserProps = {
  label: string
  /** As the guides write it ("A3.5"), or free text for another guide. */
  value?: string | undefined
  /** Undefined where the field is empty. */
  onChange: (shade: string | undefined) => void
  error?: ReactNode
  hint?: ReactNode
  isOptional?: boolean | undefined
  id?: string | undefined
  /** Focuses the field when it was opened by the user. */
  takesFocus?: boolean
}

export function ShadeChooser(props: ShadeChooserProps) {
  const { label, value, onChange, error, hint, isOptional, id, takesFocus = false } = props
  const { optional, shades: words } = useText(prescriptionText)
  const language = useLanguage()
  /** The text while typing; normalised when the field is left. */
  const [typed, setTyped] = useState<string>()
  const shade = value ?? ''
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [takesFocus])

  return (
    <Field label={label} mark={isOptional && optional} hint={hint} error={error} id={id}>
      {control => (
        <>
          <div className="shade">
            <Swatch shade={shade} />
            <input
              {...control}
              ref={field}
              type="text"
              className="input"
              autoComplete="off"
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck={false}
              placeholder={words.example}
              value={typed ?? formatShade(shade, language)}
              onChange={event => {
                setTyped(event.target.value)
                onChange(readShade(event.target.value) || undefined)
              }}
              onKeyDown={event => {
                // Takes what is typed, as in the field of the product: the form around it is sent by another. Where the
                // shade is all that is asked, one is enough.
                if (event.key !== 'Enter' || typed === undefined || takesFocus) return
                event.preventDefault()
                setTyped(undefined)
              }}
              onBlur={() => setTyped(undefined)}
            />
            <Popover
              label={words.openFor(label)}
              align="end"
              panelClassName="shade__panel"
              trigger={attributes => (
                <IconButton {...attributes} variant="bare" icon="chevron-down" label={words.openFor(label)} />
              )}
            >
              <Guides shade={shade} onChange={onChange} />
            </Popover>
          </div>
          {shade && <p className="field__hint">{words.guide[guideOf(shade)]}</p>}
        </>
      )}
    </Field>
  )
}

function Guides({ shade, onChange }: { shade: string; onChange: (shade: string) => void }) {
  const { shades: words } = useText(prescriptionText)
  const language = useLanguage()
  const name = useId()

  const choice = (one: string) => (
    // A press chooses and closes; arrow keys, whose clicks have no count, only choose, so that the user can go on. Not on
    // pointer up: the click that follows would hit what lies beneath, a tooth for example.
    <label
      key={one}
      className="shade__choice"
      onClick={event => {
        if (event.detail === 0) return
        onChange(one)
        closePopover(event.currentTarget)
      }}
      onKeyDown={event => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        onChange(one)
        closePopover(event.currentTarget)
      }}
    >
      <input type="radio" name={name} value={one} checked={one === shade} onChange={() => onChange(one)} />
      <Swatch shade={one} />
      {formatShade(one, language)}
    </label>
  )
  const rows = (guide: readonly (readonly string[])[]) =>
    guide.map(row => (
      <div key={row[0]} className="shade__row">
        {row.map(choice)}
      </div>
    ))

  return (
    <div className="shade__guides stack stack--sm">
      <Group legend={words.guide.classical}>{rows(vitaClassical)}</Group>
      <Group legend={words.guide['3d_master']}>{rows(vita3DMaster)}</Group>
      <Group legend={words.bleach}>{rows([vitaBleach])}</Group>
      <p className="muted small">{words.approximate}</p>
    </div>
  )
}

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="muted small">{legend}</legend>
      {children}
    </fieldset>
  )
}

/** An empty ring where the colour is unknown. */
function Swatch({ shade }: { shade: string }) {
  return (
    <svg className="shade__swatch" viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="9.5" fill={shadeColor(shade) ?? 'none'} />
    </svg>
  )
}
