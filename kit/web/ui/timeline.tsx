import type { ReactNode } from 'react'
import './pill.css'
import './timeline.css'
import { Icon, type IconName } from './icon.tsx'
import type { Tone } from './pill.tsx'

export type TimelineEntry = {
  key: string
  title: ReactNode
  /** The instant as shown; `dateTime` is machine-readable. */
  at?: ReactNode
  dateTime?: string | undefined
  note?: ReactNode
  icon: IconName
  tone?: Tone | undefined
  /** Not yet happened: drawn hollow. */
  isToCome?: boolean | undefined
}

/** Past and future events, in order. */
export function Timeline({ label, entries }: { label: string; entries: readonly TimelineEntry[] }) {
  return (
    <ol className="timeline" aria-label={label}>
      {entries.map(({ key, title, at, dateTime, note, icon, tone = 'brand', isToCome }) => (
        <li key={key}>
          <span className={isToCome ? 'timeline__mark timeline__mark--to-come' : `timeline__mark pill--${tone}`}>
            <Icon name={icon} size="sm" />
          </span>
          <div>
            <p className={isToCome ? 'muted' : 'strong'}>{title}</p>
            {at && (
              <time className="timeline__at" dateTime={dateTime}>
                {at}
              </time>
            )}
            {note && <p className="muted small">{note}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}
