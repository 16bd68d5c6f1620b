import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useEffectEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { caseCalls } from '#features/cases/contract.ts'
import { ToothChart } from '#features/prescription/web/tooth-chart.tsx'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import type { KnownPatient } from '../contract.ts'
import type { Catalogue, Entry } from './entry.ts'
import { focusSpot } from './faults.ts'
import { isSame, otherNameOf } from './other-name.ts'
import { patientsQuery } from './queries.ts'
import { reviewText } from './review-text.ts'
import { type LastWork, likeWorkOf } from './starts.ts'
import { orderingText } from './text.ts'

type KnownProps = {
  entry: Pick<Entry, 'patientCode' | 'patient' | 'prescriberId' | 'products'>
  change: (changes: Partial<Entry>) => void
}
type FilledProps = KnownProps & Pick<LikeLastProps, 'catalogue' | 'onWork'>

/** What is known of a patient is not asked: the code completes, name and prescriber fill in, and what is under way is said. */
export function KnownPatients({ entry, change, ...start }: FilledProps) {
  const t = useText(reviewText)
  const code = entry.patientCode.trim()
  const asked = useDeferredValue(code)
  const { data } = useQuery({ ...patientsQuery(asked), enabled: asked !== '' })
  const patients = data ?? []
  const patient = patients.find(known => isSame(known.code, code))
  const other = otherNameOf(entry.patient, patient)
  useFilledName(entry, change, patient)
  usePrescriber(entry, change, patient, data !== undefined && asked === code)
  return (
    <>
      <datalist id="known-patients">
        {patients.map(known => (
          <option key={known.code} value={known.code}>
            {known.name}
          </option>
        ))}
      </datalist>
      <p role="status" className={patient?.inProgress ? undefined : 'visually-hidden'}>
        {patient?.inProgress && <UnderWay known={patient.inProgress} count={patient.inProgressCount} />}
      </p>
      <p role="status" className={other ? 'tone--warn' : 'visually-hidden'}>
        {other && t.otherName(other.code, other.name, other.order)}
      </p>
      {patient?.last && entry.products.length === 0 && (
        <LikeLast key={patient.last.id} last={patient.last} {...start} />
      )}
    </>
  )
}

function UnderWay({
  known: { id, code, summary },
  count,
}: {
  known: { id: string; code: string; summary: string }
  count: number
}) {
  const t = useText(reviewText).known
  if (count > 1)
    return (
      <>
        {t.severalInProgress(count)}{' '}
        <Link to="/cases/$id/patient" params={{ id }} className="link">
          {t.seePatient}
        </Link>
      </>
    )
  return (
    <>
      {t.inProgress}{' '}
      <Link to="/cases/$id" params={{ id }} className="link">
        {code} · {summary}
      </Link>
    </>
  )
}

type LikeLastProps = {
  last: NonNullable<KnownPatient['last']>
  catalogue: Catalogue
  onWork: (code: string, work: LastWork) => void
}

/** Most work follows other work of the same kind; it stands in the form then, to be changed or taken back. */
function LikeLast({ last: { id, code, summary, complementaryShade }, catalogue, onWork }: LikeLastProps) {
  const t = useText(reviewText).known
  const { start } = useText(orderingText)
  const sentence = useProblemText()
  const shown = useRef<HTMLDivElement>(null)
  function begin(work: LastWork) {
    // Chosen by hand meanwhile, or another patient's: it was not asked for any more.
    if (!shown.current) return
    flushSync(() => onWork(code, work))
    const [first] = work.products
    focusSpot(first ? `products.${first.key}` : 'products')
  }
  const { run, isPending } = useAttempt(() =>
    // The fields are there before the focus goes to them.
    Promise.all([call(caseCalls.find, { params: { id } }), ToothChart.prepare()]).then(
      ([{ data }]) => begin(likeWorkOf(data, catalogue)),
      error => toast({ tone: 'late', title: start.failed, description: sentence(error) }),
    ),
  )
  return (
    <div className="row" ref={shown}>
      <Button icon="refresh" pending={isPending} onClick={() => void run()}>
        {t.likeLast}
      </Button>
      <span className="muted">
        {t.without(complementaryShade ? t.withShade(summary, complementaryShade) : summary)}
      </span>
    </div>
  )
}

/** A name that was filled in goes with its code, so that no patient gets the name of another; what was typed stays. */
function useFilledName(
  { patientCode, patient }: KnownProps['entry'],
  change: KnownProps['change'],
  known?: KnownPatient,
) {
  const filled = useRef<{ code: string; name: string }>(undefined)
  const trimmed = patientCode.trim()
  const follow = useEffectEvent((code: string, patientKnown: KnownPatient | undefined) => {
    const last = filled.current
    if (last && isSame(last.code, code)) return
    const isOurs = last !== undefined && patient === last.name
    if (patient !== '' && !isOurs) return
    if (!patientKnown?.name) {
      if (isOurs) change({ patient: '' })
      filled.current = undefined
      return
    }
    filled.current = { code, name: patientKnown.name }
    change({ patient: patientKnown.name })
  })
  useEffect(() => follow(trimmed, known), [trimmed, known])
}

/**
 * Whoever prescribed last, once for each code: what becomes known later, by a case that a colleague sends say, changes nothing
 * under the hand. Who was filled in goes with the code; who was chosen stays.
 */
function usePrescriber(
  { patientCode, prescriberId }: KnownProps['entry'],
  change: KnownProps['change'],
  known: KnownPatient | undefined,
  isAnswered: boolean,
) {
  const looked = useRef<{ code: string; filled: string }>(undefined)
  const trimmed = patientCode.trim()
  const look = useEffectEvent((code: string) => {
    const last = looked.current
    if (last && isSame(last.code, code)) return
    const isOurs = last !== undefined && last.filled !== '' && prescriberId === last.filled
    const isFree = !prescriberId || isOurs
    const filled = isFree ? (known?.prescriberId ?? '') : ''
    looked.current = { code, filled }
    if (isFree && filled !== (prescriberId ?? '')) change({ prescriberId: filled })
  })
  useEffect(() => {
    if (isAnswered) look(trimmed)
  }, [trimmed, isAnswered])
}
