import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { addDays, type Day, weekday } from '#kit/day.ts'
import { useFormat } from '../format.tsx'
import { useLanguage, useText } from '../text.tsx'
import { monthOf, monthsLater, weeksOf } from './calendar-days.ts'
import { classes } from './classes.ts'
import type { DatePanelProps, DayMark } from './day-mark.ts'
import './date-panel.css'
import { datesText } from './dates-text.ts'
import { IconButton } from './icon-button.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

/**
 * A month as a grid, by the APG pattern: Tab reaches one day, arrows the others, Home and End move within the week, Page Up and
 * Down by months, with Shift by years. A day's mark is part of its name.
 */
export function DatePanel({ label, chosen, today, min, max, onChoose, marks }: DatePanelProps) {
  const t = useText(datesText)
  const format = useFormat()
  const language = useLanguage()
  const heading = useId()
  const grid = useRef<HTMLTableElement>(null)
  const first = chosen ?? (min && min > today ? min : today)
  const [here, setHere] = useState(first)
  /** Whether keys have moved it: pressing "next month" must leave the focus where it is. */
  const [isWalking, setWalking] = useState(false)
  const weeks = weeksOf(here)
  // If a panel is closed and opened at once, the application only hears "open": it starts anew all the same.
  const begin = useEffectEvent((event: Event) => {
    if ((event as ToggleEvent).newState !== 'open') return
    setWalking(false)
    setHere(first)
  })
  useEffect(() => {
    const panel = grid.current?.closest('[popover]')
    panel?.addEventListener('beforetoggle', begin)
    return () => panel?.removeEventListener('beforetoggle', begin)
  }, [])
  useEffect(() => {
    if (isWalking) grid.current?.querySelector<HTMLElement>(`[data-day="${here}"]`)?.focus()
  }, [here, isWalking])

  const isOutside = (day: Day) => (min !== undefined && day < min) || (max !== undefined && day > max)

  function turn(months: number) {
    setWalking(false)
    setHere(monthsLater(here, months))
  }
  function walk(event: KeyboardEvent) {
    if (!stepOf(event, here)) return
    event.preventDefault()
    setWalking(true)
    // Each key counts, even when they come faster than the days are drawn.
    setHere(before => stepOf(event, before) ?? before)
  }
  const nameOf = (day: Day, mark: DayMark | undefined) =>
    [day === today && t.today, mark?.words, isOutside(day) && t.outside]
      .filter(words => typeof words === 'string')
      .reduce((name, words) => t.marked(name, words), format.day(day, 'long'))

  return (
    <div className="calendar">
      <div className="calendar__head">
        <IconButton icon="chevron-left" label={t.previousMonth} onClick={() => turn(-1)} />
        <p className="strong" id={heading} aria-live="polite">
          {new Date(here).toLocaleDateString(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })}
        </p>
        <IconButton icon="chevron-right" label={t.nextMonth} onClick={() => turn(1)} />
      </div>
      <table ref={grid} {...walked} className="calendar__grid" aria-label={label} aria-describedby={heading}>
        <thead>
          <tr>
            {weeks[0]?.map(day => (
              <th key={day} scope="col" abbr={format.day(day, 'weekday')}>
                {format.day(day, 'weekday').slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map(week => (
            <tr key={week[0]}>
              {week.map(day => {
                const mark = marks?.(day)
                return (
                  <td key={day} {...cell(day === chosen)}>
                    <button
                      type="button"
                      className={classes(
                        'calendar__day',
                        mark && `calendar__day--${mark.look}`,
                        monthOf(day) !== monthOf(here) && 'calendar__day--other',
                      )}
                      data-day={day}
                      tabIndex={day === here ? 0 : -1}
                      aria-current={day === today ? 'date' : undefined}
                      aria-disabled={isOutside(day) || undefined}
                      title={mark?.words}
                      onKeyDown={walk}
                      onClick={event => !isOutside(day) && onChoose(day, event.currentTarget)}
                    >
                      {/* An aria-label, because "1er" is not the visible number, and the note under it is not part of the
                          name. */}
                      <span aria-hidden="true">{Number(day.slice(8))}</span>
                      {mark?.note && (
                        <span className="calendar__note" aria-hidden="true">
                          {mark.note}
                        </span>
                      )}
                      <VisuallyHidden>{nameOf(day, mark)}</VisuallyHidden>
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {marks && <Legend days={weeks.flat().filter(day => monthOf(day) === monthOf(here))} marks={marks} />}
    </div>
  )
}

/** Explains the marks for touch users, in lines: only those that do not recur every week. */
function Legend({ days, marks }: { days: readonly Day[]; marks: NonNullable<DatePanelProps['marks']> }) {
  const t = useText(datesText)
  const format = useFormat()
  const periods: { from: Day; to: Day; mark: DayMark }[] = []
  for (const day of days) {
    const mark = marks(day)
    const last = periods.at(-1)
    if (!mark || mark.look === 'off' || mark.look === 'note') continue
    if (last && last.mark.words === mark.words && addDays(last.to, 1) === day) last.to = day
    else periods.push({ from: day, to: day, mark })
  }
  if (periods.length === 0) return null
  return (
    // Hidden: each day already names its mark.
    <ul className="calendar__legend small" aria-hidden="true">
      {periods.slice(0, mostLines).map(({ from, to, mark }) => (
        <li key={from} className={`calendar__line--${mark.look}`}>
          {t.legend(from === to ? format.day(from, 'date') : format.days(from, to), mark.words)}
        </li>
      ))}
    </ul>
  )
}

const mostLines = 5

/** A navigable table is a grid, with focus on the buttons in its cells. */
const walked = { role: 'grid' }
const cell = (isChosen: boolean) => ({ role: 'gridcell', 'aria-selected': isChosen })

/** The day that a key leads to; undefined for other keys. */
function stepOf({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent, day: Day): Day | undefined {
  if (ctrlKey || altKey || metaKey) return undefined
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, 1 - weekday(day))
    case 'End':
      return addDays(day, 7 - weekday(day))
    case 'PageUp':
      return monthsLater(day, shiftKey ? -12 : -1)
    case 'PageDown':
      return monthsLater(day, shiftKey ? 12 : 1)
    default:
      return undefined
  }
}
