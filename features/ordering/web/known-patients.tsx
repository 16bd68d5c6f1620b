import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
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
import { KnownLines } from './known-lines.tsx'
import { patientsQuery } from './queries.ts'
import { reviewText } from './review-text.ts'
import { type LastWork, likeWorkOf } from './starts.ts'
import { orderingText } from './text.ts'
import { type KnownProps, useKnownPatient } from './use-known-patient.ts'

type FilledProps = Omit<KnownProps, 'entry'> &
  Pick<LikeLastProps, 'catalogue' | 'onWork'> & { entry: KnownProps['entry'] & Pick<Entry, 'products'> }

/** Beside the filled-in fields: shows the patient's case in progress, and offers to repeat the last work. */
export function KnownPatients({ entry, change, ...start }: FilledProps) {
  const known = useKnownPatient(entry, change, patientsQuery)
  const { patient } = known
  return (
    <>
      <KnownLines {...known}>
        {patient?.inProgress && <UnderWay known={patient.inProgress} count={patient.inProgressCount} />}
      </KnownLines>
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

/** Most work follows earlier work of the same kind; the form is filled with it, to be changed or undone. */
function LikeLast({ last: { id, code, summary, complementaryShade }, catalogue, onWork }: LikeLastProps) {
  const t = useText(reviewText).known
  const { start } = useText(orderingText)
  const sentence = useProblemText()
  const shown = useRef<HTMLDivElement>(null)
  function begin(work: LastWork) {
    // The user has chosen work or another patient meanwhile: the answer is no longer wanted.
    if (!shown.current) return
    flushSync(() => onWork(code, work))
    const [first] = work.products
    focusSpot(first ? `products.${first.key}` : 'products')
  }
  const { run, isPending } = useAttempt(() =>
    // The fields must be rendered before they can be focused.
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
