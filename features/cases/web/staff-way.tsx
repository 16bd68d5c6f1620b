import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import type { StaffCase } from '../staff-contract.ts'
import { caseText } from './case-text.ts'
import { staffCaseText } from './staff-text.ts'

/** How a case travels: its impression to the laboratory, its parcel to the practice. */
export const StaffWay = ({ known }: { known: StaffCase }) =>
  known.status === 'shipped' || known.tracking ? <Parcel known={known} /> : <Impression known={known} />

/** The pickup that brings the impression of a case not begun, or that none is planned: in the words its practice reads. */
function Impression({ known: { pickup, isDayLost } }: { known: StaffCase }) {
  const { impression: t, problem } = useText(caseText)
  const format = useFormat()
  return (
    <p>
      {t.name}{' '}
      <span className={isDayLost || !pickup ? 'strong tone--warn' : undefined}>
        {pickup ? t[pickup.isDone ? 'took' : 'takes'](problem.when(format.nearDay(pickup.date), pickup.shift)) : t.none}
      </span>
    </p>
  )
}

function Parcel({ known: { tracking } }: { known: StaffCase }) {
  const t = useText(staffCaseText)
  const words = tracking ? [tracking.carrier, tracking.number].filter(Boolean).join(' · ') : t.ownDriver
  return (
    <p>
      {t.carrier}{' '}
      {tracking?.url ? (
        <a className="link" href={tracking.url} target="_blank" rel="noopener noreferrer">
          {words}
        </a>
      ) : (
        <bdi className="strong">{words}</bdi>
      )}
    </p>
  )
}
