import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '#kit/web/text.tsx'
import type { KnownPatient } from '../contract.ts'
import { KnownLines } from './known-lines.tsx'
import { isSame } from './other-name.ts'
import { reviewText } from './review-text.ts'
import { patientsOf } from './staff-queries.ts'
import { type KnownProps, type KnownState, useKnownPatient } from './use-known-patient.ts'

type StaffKnownProps = KnownProps & { practiceId: string; memory: KnownState }

/** Warns staff entering a slip that the case may exist already, entered by a colleague or ordered by the practice. */
export function StaffKnownPatient({ practiceId, entry, change, memory }: StaffKnownProps) {
  const known = useKnownPatient(entry, change, code => patientsOf(practiceId, code), memory)
  return <KnownLines {...known}>{known.patient?.inProgress && <UnderWay patient={known.patient} />}</KnownLines>
}

/** The same warning again before sending. */
export function StaffUnderWay({ practiceId, code }: { practiceId: string; code: string }) {
  const { data } = useQuery(patientsOf(practiceId, code))
  const patient = data?.find(known => isSame(known.code, code))
  return (
    patient?.inProgress && (
      <p className="tone--warn">
        <UnderWay patient={patient} />
      </p>
    )
  )
}

function UnderWay({ patient: { inProgress, inProgressCount } }: { patient: KnownPatient }) {
  const t = useText(reviewText).known
  if (!inProgress) return null
  const { id, code, summary } = inProgress
  return (
    <>
      {inProgressCount > 1 ? t.severalInProgress(inProgressCount) : t.inProgress}{' '}
      {/* Opens a new tab, because the form is not saved. */}
      <Link to="/staff/cases/$id" params={{ id }} className="link" target="_blank">
        {code} · {summary}
      </Link>
    </>
  )
}
