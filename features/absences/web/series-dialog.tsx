import './absences.css'
import { useQuery } from '@tanstack/react-query'
import type { Day } from '#kit/day.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { IconButton } from '#kit/web/ui/icon-button.tsx'
import type { Absence } from '../contract.ts'
import { usePeriodWords, useReturnWords } from './period-words.ts'
import { absenceList } from './queries.ts'
import { absencesText } from './text.ts'

type SeriesDialogProps = {
  /** One of its dates. */
  absence: Absence
  onClose: () => void
  onOpen: (dialog: { editing?: Absence; leaving?: Absence; last: Day; isNext: boolean }) => void
}

/** All future dates of a recurring absence, each with its own actions. */
export function SeriesDialog({ absence, onClose, onOpen }: SeriesDialogProps) {
  const t = useText(absencesText)
  const { common } = useText(kitText)
  const words = usePeriodWords()
  const name = useReturnWords()(absence)
  const { data = [] } = useQuery(absenceList('upcoming'))
  const times = data.filter(({ seriesId }) => seriesId === absence.seriesId)
  return (
    <Dialog
      open
      onClose={onClose}
      title={name}
      description={t.series.description}
      closeLabel={common.close}
      isReadFirst
    >
      <ul className="absence__times" aria-label={name}>
        {times.map((time, index) => {
          const ofIt = { last: times.at(-1)?.from ?? time.from, isNext: index === 0 }
          return (
            <li key={time.id} className="absence__time">
              <span className="num">{t.dates(...words(time))}</span>
              <span>
                <IconButton
                  icon="calendar"
                  label={t.edit.act(...words(time))}
                  onClick={() => onOpen({ editing: time, ...ofIt })}
                />
                <IconButton
                  icon="close"
                  label={t.removal.act(...words(time))}
                  onClick={() => onOpen({ leaving: time, ...ofIt })}
                />
              </span>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
