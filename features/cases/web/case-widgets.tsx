import type { ReactNode } from 'react'
import { useMay } from '#features/auth/web/use-user.ts'
import { useFormat } from '#kit/web/format.tsx'
import { later } from '#kit/web/later.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { Icon, type IconName } from '#kit/web/ui/icon.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { Widget, Widgets } from '#kit/web/ui/widget.tsx'
import type { Case, CaseRow } from '../contract.ts'
import { canMoveDates, canReceive } from '../rules.ts'
import type { CasesText } from '../text/en.ts'
import { statusSince } from '../timeline.ts'
import type { AppointmentWidgetProps } from './appointment-widget.tsx'
import { caseText } from './case-text.ts'
import { appointmentWords, deliveryWords, type WithAppointment, type Words } from './case-words.ts'
import { Nothing } from './nothing.tsx'
import { StatusPill } from './status-pill.tsx'
import { casesText } from './text.ts'

/** Where the case is, when it arrives, and when the patient comes. */
export function CaseWidgets({ row, whole }: { row: CaseRow | undefined; whole: Case | undefined }) {
  const t = useText(casesText)
  const format = useFormat()
  const mayOrder = useMay('order')
  const { one } = t
  if (!row) {
    const coming = { value: <Skeleton shape="title" width="medium" />, detail: <Skeleton width="short" /> }
    return (
      <Widgets>
        <Widget label={one.status} icon="case" {...coming} />
        <Widget label={one.delivery} icon="truck" id="delivery" {...coming} />
        <Widget label={one.appointment} icon="calendar" {...coming} />
      </Widgets>
    )
  }
  return (
    <Widgets>
      <WordsWidget label={one.status} icon="case" words={stateWords(row, whole, t, format)} />
      <WordsWidget label={one.delivery} icon="truck" words={broughtWords(row, whole, t, format)} place="delivery" />
      {whole?.appointmentDate && mayOrder && canMoveDates(whole) ? (
        <AppointmentWidget known={whole} appointmentDate={whole.appointmentDate} />
      ) : (
        <PlainAppointment row={whole ?? row} />
      )}
    </Widgets>
  )
}

type AppointmentProps = { row: WithAppointment; isMovable?: boolean }

/** A movable appointment has its button's layout before the button has loaded, so that nothing below shifts. */
function PlainAppointment({ row, isMovable = false }: AppointmentProps) {
  const t = useText(casesText)
  const { fact, ...words } = appointmentWords(row, t, useFormat())
  const place = isMovable && (
    <span className="case__move">
      {fact}
      <Icon name="chevron-down" size="sm" />
    </span>
  )
  return <WordsWidget label={t.one.appointment} icon="calendar" words={{ ...words, fact: place || fact }} />
}

const AppointmentWidget = later<AppointmentWidgetProps>(
  () =>
    Promise.all([import('./appointment-widget.tsx'), loadText(caseText)]).then(
      ([{ AppointmentWidget }]) => AppointmentWidget,
    ),
  { when: 'drawn', meanwhile: ({ known }) => <PlainAppointment row={known} isMovable /> },
)

/** The state of an open problem, or else since when the case has its status. */
function stateWords(row: CaseRow, whole: Case | undefined, t: CasesText, format: Format): WidgetWords {
  const { problem } = row
  const fact = <StatusPill row={row} />
  if (problem && problem !== 'settled') {
    const words = t.problem[problem]
    const goesBack = whole?.problems.some(({ adjustment, state }) => adjustment && state !== 'settled')
    return { fact, meaning: goesBack ? t.one.toAdjust(words) : words, tone: 'warn' }
  }
  if (!whole) return { fact, meaning: <Skeleton width="short" /> }
  const since = statusSince(whole.timeline)
  return { fact, meaning: since && t.one.since(format.day(format.dayOf(since), 'date')) }
}

/** Without a carrier, says that the laboratory's own courier brings it. */
function broughtWords(row: CaseRow, whole: Case | undefined, t: CasesText, format: Format): Words {
  const words = withHalf(deliveryWords(row, t, format), whole, t)
  if (!canReceive(row) || row.tracking) return words
  return { ...words, meaning: [words.meaning, t.one.courier].filter(Boolean).join(' · ') }
}

/** Adds the half of the day for a future day with a single round. */
function withHalf(words: Words, whole: Case | undefined, { delivery }: CasesText): Words {
  const isDated =
    whole?.delivery && whole.status !== 'on_hold' && (whole.delivery.display !== 'delayed' || whole.delivery.newDate)
  const half = isDated && whole.deliveryHalf
  return half && words.fact ? { ...words, fact: delivery.dayAnd(words.fact, delivery.half[half]) } : words
}

type Format = ReturnType<typeof useFormat>
type WidgetWords = { fact?: ReactNode; meaning?: ReactNode; tone?: Words['tone'] }
type WordsWidgetProps = { label: string; icon: IconName; words: WidgetWords; place?: string }

function WordsWidget({ label, icon, words: { fact, meaning, tone }, place }: WordsWidgetProps) {
  return (
    <Widget
      id={place}
      label={label}
      icon={icon}
      value={fact ?? <Nothing />}
      detail={meaning && <span className={tone && `tone--${tone}`}>{meaning}</span>}
    />
  )
}
