import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import type { IconName } from '#kit/web/ui/icon.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { Widget, Widgets } from '#kit/web/ui/widget.tsx'
import type { StaffCase } from '../staff-contract.ts'
import { statusSince } from '../timeline.ts'
import type { Words } from './case-words.ts'
import { Nothing } from './nothing.tsx'
import { arrivingWords, comingWords, placeWords } from './staff-case-words.ts'
import { staffCasesText, staffCaseText } from './staff-text.ts'
import { StatusPill } from './status-pill.tsx'
import { casesText } from './text.ts'

/** Where the case is, when it has to leave, and when the patient comes. */
export function StaffCaseDates({ known }: { known: StaffCase | undefined }) {
  const t = useText(staffCaseText)
  const words = useText(staffCasesText)
  const { one } = useText(casesText)
  const format = useFormat()
  const since = known && statusSince(known.timeline)
  const place = known?.place
  return (
    <Widgets>
      <Widget
        label={one.status}
        icon="case"
        value={known ? <StatusPill row={known} /> : <Skeleton shape="title" width="medium" />}
        detail={
          !known ? (
            <Skeleton width="short" />
          ) : place ? (
            placeWords(place, words, format)
          ) : (
            since && one.since(format.day(format.dayOf(since), 'date'))
          )
        }
      />
      <WordsWidget label={t.delivery} icon="truck" words={known && arrivingWords(known, words, format)} />
      <WordsWidget label={t.appointment} icon="calendar" words={known && comingWords(known, words, format)} />
    </Widgets>
  )
}

function WordsWidget({ label, icon, words }: { label: string; icon: IconName; words: Words | undefined }) {
  if (!words)
    return (
      <Widget
        label={label}
        icon={icon}
        value={<Skeleton shape="title" width="medium" />}
        detail={<Skeleton width="short" />}
      />
    )
  const { fact, meaning, tone } = words
  return (
    <Widget
      label={label}
      icon={icon}
      value={fact ?? <Nothing />}
      detail={meaning && <span className={tone && `tone--${tone}`}>{meaning}</span>}
    />
  )
}
