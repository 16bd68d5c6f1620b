import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { classes } from '#kit/web/ui/classes.ts'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { formatTeeth, inArchOrder } from '../rules.ts'
import {
  deciduousArches,
  isDeciduous,
  permanentArches,
  ponticsAfter,
  readTeeth,
  runAfterPress,
  runBetween,
  toggled,
} from '../teeth.ts'
import { prescriptionText } from './text.ts'
import { ToothArch } from './tooth-arch.tsx'
import './tooth-chart.css'
import './tooth-shape.css'

export type ToothChooserProps = {
  label: ReactNode
  /** "(facultatif)" beside the label. */
  mark?: ReactNode
  value: readonly number[]
  /** Passes teeth and pontics together, because a second change would start from the old state. */
  onChange: (teeth: number[], pontics: number[]) => void
  /** `run`: the unbroken run of a bridge. */
  mode: 'many' | 'run'
  pontics?: readonly number[] | undefined
  /** If given, pontics can be chosen once there is a run; called when only they change. */
  onPonticsChange?: ((teeth: number[]) => void) | undefined
  isDeciduousOffered?: boolean | undefined
  error?: ReactNode
  hint?: ReactNode
  /** Id of the number field, for links from an error summary. */
  id?: string | undefined
}

export function ToothChooser(props: ToothChooserProps) {
  const { label, mark, value, onChange, mode, pontics = [], onPonticsChange, isDeciduousOffered, error, hint } = props
  const { teeth: words } = useText(prescriptionText)
  const ownId = useId()
  const id = props.id ?? ownId
  /** The text while typing; otherwise the field shows the chosen teeth. */
  const [typed, setTyped] = useState<string>()
  const [wrong, setWrong] = useState<string>()
  const [current, setCurrent] = useState<number>()
  const [begun, setBegun] = useState<number>()
  const [wantsDeciduous, setWantsDeciduous] = useState(false)
  const showsDeciduous = value.some(isDeciduous) || (isDeciduousOffered && wantsDeciduous)
  const said = wrong === undefined ? error : (mode === 'run' ? words.unknownRun : words.unknown)(wrong)

  function choose(teeth: number[]) {
    setWrong(undefined)
    onChange(teeth, ponticsAfter(teeth, value, pontics))
  }

  function press(tooth: number, isReaching: boolean) {
    const from = mode === 'run' && begun !== undefined && value.includes(begun) ? begun : current
    const reached = isReaching && from !== undefined ? runBetween(from, tooth) : []
    setTyped(undefined)
    setCurrent(tooth)
    if (mode === 'run') {
      const run = reached.length > 0 ? reached : runAfterPress(value, begun, tooth)
      setBegun(reached.length > 0 ? from : run.length === 1 ? tooth : begun)
      choose(run)
    } else {
      choose(reached.length > 0 ? inArchOrder([...value, ...reached]) : toggled(value, tooth))
    }
  }

  function read(text: string) {
    const { teeth, wrong } = readTeeth(text, mode)
    if (teeth && (isDeciduousOffered || !teeth.some(isDeciduous))) return { teeth }
    return { wrong: wrong ?? text.trim() }
  }

  function type(text: string) {
    setTyped(text)
    const { teeth } = read(text)
    if (teeth) choose(teeth)
  }

  /** Shows the error only when the field is left: half a number is not wrong yet. */
  function settle() {
    if (typed === undefined) return
    const { wrong } = read(typed)
    setWrong(wrong)
    if (wrong === undefined) setTyped(undefined)
  }

  // Holds back the form's submit while the field is unreadable: it would send the teeth chosen before and lose what was
  // typed.
  const isUnread = typed !== undefined && read(typed).wrong !== undefined
  const hold = useEffectEvent((event: Event) => {
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    event.stopImmediatePropagation()
    settle()
    document.getElementById(id)?.focus()
  })
  useEffect(() => {
    const form = isUnread && document.getElementById(id)?.closest('form')
    if (!form) return
    form.addEventListener('submit', hold, true)
    return () => form.removeEventListener('submit', hold, true)
  }, [id, isUnread])

  function clear() {
    setTyped(undefined)
    choose([])
    document.getElementById(id)?.focus()
  }

  const shown = [
    ...permanentArches.slice(0, 1),
    ...(showsDeciduous ? deciduousArches : []),
    ...permanentArches.slice(1),
  ]
  return (
    <fieldset className={classes('fieldset', 'teeth', mode === 'run' && 'teeth--run')}>
      <legend className="field__label">
        {label}
        {mark && <span className="field__mark"> {mark}</span>}
      </legend>
      <p className="field__hint">{hint ?? (mode === 'run' ? words.pressRun : words.pressMany)}</p>
      <div className="teeth__entry">
        <TextInput
          id={id}
          label={words.typed}
          placeholder={words.typedExample[mode]}
          autoComplete="off"
          spellCheck={false}
          value={typed ?? formatTeeth(value)}
          error={said}
          onChange={event => type(event.target.value)}
          onBlur={settle}
        />
        <p className="teeth__count">
          <span className={value.length > 0 ? 'muted small' : 'visually-hidden'} role="status">
            {words.chosen(value.length)}
          </span>
          {value.length > 0 && (
            <Button size="sm" variant="bare" onClick={clear}>
              {words.clear}
            </Button>
          )}
        </p>
      </div>
      <div className="teeth__mouth">
        {shown.map(of => (
          <ToothArch
            key={`${of.arch}${of.isDeciduous}`}
            of={of}
            chosen={value}
            pontics={pontics}
            current={current}
            describedBy={said ? `${id}-error` : undefined}
            isInvalid={Boolean(said)}
            onCurrent={setCurrent}
            onPress={press}
          />
        ))}
      </div>
      {isDeciduousOffered && !value.some(isDeciduous) && (
        <Button
          size="sm"
          variant="bare"
          className="teeth__deciduous"
          onClick={() => setWantsDeciduous(!wantsDeciduous)}
        >
          {showsDeciduous ? words.hideDeciduous : words.showDeciduous}
        </Button>
      )}
      {onPonticsChange && value.length > 1 && <Pontics teeth={value} pontics={pontics} onChange={onPonticsChange} />}
    </fieldset>
  )
}

type PonticsProps = { teeth: readonly number[]; pontics: readonly number[]; onChange: (teeth: number[]) => void }

function Pontics({ teeth, pontics, onChange }: PonticsProps) {
  const { teeth: words, optional } = useText(prescriptionText)
  const between = teeth.slice(1, -1)
  return (
    <Fieldset
      legend={
        <>
          {words.pontics} <span className="field__mark">{optional}</span>
        </>
      }
    >
      <p className="field__hint">{teeth.length === 3 ? words.ponticProposed : words.ponticsHint}</p>
      <div className="teeth__pontics">
        {teeth.map(tooth => (
          <Checkbox
            key={tooth}
            label={tooth}
            aria-label={words.tooth(tooth)}
            checked={pontics.includes(tooth)}
            onChange={() => onChange(toggled(pontics, tooth))}
          />
        ))}
        {between.some(tooth => !pontics.includes(tooth)) && (
          <Button size="sm" onClick={() => onChange(between)}>
            {words.allBetween}
          </Button>
        )}
      </div>
    </Fieldset>
  )
}
