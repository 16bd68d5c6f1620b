import type { KeyboardEvent, MouseEvent } from 'react'
import { useText } from '#kit/web/text.tsx'
import { classes } from '#kit/web/ui/classes.ts'
import type { deciduousArches } from '../teeth.ts'
import { prescriptionText } from './text.ts'
import { ToothShape } from './tooth-shape.tsx'

type ToothArchProps = {
  of: (typeof deciduousArches)[number]
  chosen: readonly number[]
  pontics: readonly number[]
  /** The tooth that receives the focus on Tab. */
  current: number | undefined
  describedBy: string | undefined
  isInvalid: boolean
  onCurrent: (tooth: number) => void
  /** `isReaching` with Shift: selects all teeth from the last one to this one. */
  onPress: (tooth: number, isReaching: boolean) => void
}

/** One arch as a listbox with a single tab stop; arrows move, Space chooses, Shift+arrow extends. */
export function ToothArch(props: ToothArchProps) {
  const { of, chosen, pontics, current, describedBy, isInvalid, onCurrent, onPress } = props
  const { teeth: words } = useText(prescriptionText)
  const order = [...of.right, ...of.left]
  const stop = [current, order.find(tooth => chosen.includes(tooth)), order[0]].find(
    tooth => tooth !== undefined && order.includes(tooth),
  )

  function walk(event: KeyboardEvent<HTMLElement>) {
    const here = order.indexOf(toothOf(event.target))
    const next = {
      ArrowRight: here + 1,
      ArrowLeft: here - 1,
      Home: 0,
      End: order.length - 1,
    }[event.key]
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const tooth = order[next]
    if (tooth === undefined) return
    if (event.shiftKey) onPress(tooth, true)
    else onCurrent(tooth)
    event.currentTarget.querySelector<HTMLElement>(`[data-tooth="${tooth}"]`)?.focus()
  }

  const press = (event: MouseEvent<HTMLElement>) => onPress(toothOf(event.currentTarget), event.shiftKey)

  const half = (side: 'right' | 'left') => (
    <div className="teeth__half">
      <p className="teeth__side" aria-hidden="true">
        {words[side][of.arch]}
      </p>
      {of[side].map(tooth => {
        const isPontic = pontics.includes(tooth)
        const name = words.tooth(tooth)
        return (
          <button
            key={tooth}
            type="button"
            role="option"
            aria-selected={chosen.includes(tooth)}
            aria-label={isPontic ? words.pontic(name) : name}
            title={isPontic ? words.pontic(name) : name}
            tabIndex={tooth === stop ? 0 : -1}
            className="teeth__tooth"
            data-tooth={tooth}
            onClick={press}
          >
            <svg
              className={classes('tooth', chosen.includes(tooth) && 'tooth--chosen', isPontic && 'tooth--pontic')}
              viewBox="0 0 40 64"
              aria-hidden="true"
            >
              <ToothShape tooth={tooth} />
            </svg>
            <span className="teeth__number">{tooth}</span>
          </button>
        )
      })}
    </div>
  )

  return (
    <div
      role="listbox"
      aria-multiselectable
      aria-orientation="horizontal"
      aria-label={(of.isDeciduous ? words.deciduousArch : words.arch)[of.arch]}
      aria-describedby={describedBy}
      aria-invalid={isInvalid || undefined}
      className={`teeth__arch teeth__arch--${of.arch}`}
      onKeyDown={walk}
    >
      {half('right')}
      {half('left')}
    </div>
  )
}

const toothOf = (target: EventTarget) =>
  Number(target instanceof Element ? target.closest<HTMLElement>('[data-tooth]')?.dataset.tooth : Number.NaN)
