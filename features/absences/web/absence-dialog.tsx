import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type SubmitEvent, useId, useRef, useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import type { Reply } from '#kit/contract.ts'
import type { Day } from '#kit/day.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { mayDiscard, useUnsavedChanges } from '#kit/web/dirty-forms.ts'
import { useFormat } from '#kit/web/format.tsx'
import { kitText } from '#kit/web/kit-text.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { rememberKeys } from '#kit/web/request-keys.ts'
import { useText } from '#kit/web/text.tsx'
import { typedDay } from '#kit/web/typed-day.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { TypedDateInput } from '#kit/web/ui/typed-date-input.tsx'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type Absence, absenceCalls, type NewAbsence } from '../contract.ts'
import { absenceGap, daysOf } from '../rules.ts'
import type { AbsencesText } from '../text/en.ts'
import { usePeriodWords } from './period-words.ts'
import { absenceList, changedByAbsence } from './queries.ts'
import { absencesText } from './text.ts'

type Declared = Reply<typeof absenceCalls.declare>['data']
type Field = 'from' | 'to'
type Fault = { at: Field; sentence: string }

/** Declares an absence, then says which deliveries it has moved. */
export function AbsenceDialog({ onClose }: { onClose: () => void }) {
  const [moving, setMoving] = useState<Declared>()
  return moving ? <Moved declared={moving} onClose={onClose} /> : <Declare onClose={onClose} onMoved={setMoving} />
}

function Declare({ onClose, onMoved }: { onClose: () => void; onMoved: (declared: Declared) => void }) {
  const words = useText(absencesText)
  const t = words.form
  const { common } = useText(kitText)
  const sentence = useProblemText()
  const periodWords = usePeriodWords()
  const queries = useQueryClient()
  const changed = useChanged()
  const today = useFormat().today()
  const form = useId()
  const first = useRef<HTMLInputElement>(null)
  const last = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState({ from: '', to: '' })
  const [deliveryPossible, setDeliveryPossible] = useState(false)
  const [isTried, setTried] = useState(false)
  const [sent, setSent] = useState<NewAbsence>()
  const [other, setOther] = useState<Absence>()
  const [keyOf] = useState(rememberKeys)
  const settled = useUnsavedChanges(typed.from !== '' || typed.to !== '' || deliveryPossible)
  const from = typedDay(typed.from, today)
  const to = typedDay(typed.to, today)

  /** The absence that is there already: of this screen or of a colleague's. */
  async function overlapping(days: NewAbsence) {
    const all = await queries.fetchQuery({ ...absenceList('all'), staleTime: 0 }).catch(() => [])
    return all.find(absence => absence.from <= days.to && absence.to >= days.from)
  }
  const { run, isPending, error } = useAttempt(async (body: NewAbsence) => {
    const { data } = await call(absenceCalls.declare, { body, key: keyOf(body) }).catch(async error => {
      if (error instanceof Problem && error.code === 'absence_overlaps') setOther(await overlapping(body))
      throw error
    })
    void changed(...changedByAbsence)
    settled()
    if (data.movedOrders.length > 0) return onMoved(data)
    toast({ title: words.done(...periodWords(data)), description: words.nothingMoved })
    onClose()
  })
  const faults = faultsIn(typed, from, to, today, t)
  // Until the days are others.
  const isAnswered = sent?.from === from && sent?.to === to
  const refused = isAnswered && error instanceof Problem ? faultOf(error, t, other && periodWords(other)) : undefined
  const shown = isTried ? (faults.length > 0 ? faults : refused ? [refused] : []) : []
  const errorAt = (field: Field) => shown.find(({ at }) => at === field)?.sentence

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (isPending) return
    const [fault] = faults
    if (fault) return (fault.at === 'from' ? first : last).current?.focus()
    if (!from || !to) return
    const absence = { from, to, deliveryPossible }
    setSent(absence)
    if (!(await run(absence))) first.current?.focus()
  }
  async function leave() {
    if (await mayDiscard()) onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      onBeforeClose={mayDiscard}
      title={t.title}
      description={t.required}
      closeLabel={common.close}
      footer={
        <>
          <Button onClick={() => void leave()}>{t.cancel}</Button>
          <Button type="submit" form={form} variant="primary" pending={isPending}>
            {t.submit}
          </Button>
        </>
      }
    >
      <form id={form} className="stack" noValidate onSubmit={event => void send(event)}>
        <TypedDateInput
          ref={first}
          name="from"
          required
          label={t.from}
          hint={t.format}
          value={typed.from}
          error={errorAt('from')}
          onChange={from => setTyped({ ...typed, from })}
          today={today}
          pickLabel={t.pickFrom}
        />
        <TypedDateInput
          ref={last}
          name="to"
          required
          label={t.to}
          hint={t.format}
          value={typed.to}
          error={errorAt('to')}
          onChange={to => setTyped({ ...typed, to })}
          today={today}
          min={from ?? today}
          pickLabel={t.pickTo}
        />
        <Checkbox
          name="deliveryPossible"
          label={t.deliveryPossible}
          hint={t.deliveryHint}
          checked={deliveryPossible}
          onChange={event => setDeliveryPossible(event.currentTarget.checked)}
        />
        <p role="status" className="strong">
          {from &&
            to &&
            !absenceGap({ from, to }, today) &&
            lengthWords(periodWords({ from, to }), words, { from, to })}
        </p>
        {error !== undefined && isAnswered && !refused && (
          <Notice tone="late" live title={t.failed}>
            {sentence(error)}
          </Notice>
        )}
      </form>
    </Dialog>
  )
}

/** What is wrong before it is sent, at each field where something is. */
function faultsIn(
  typed: Record<Field, string>,
  from: Day | undefined,
  to: Day | undefined,
  today: Day,
  { faults }: Words,
): Fault[] {
  const gap = from && to && absenceGap({ from, to }, today)
  if (gap) return [{ at: gap.path, sentence: faults[gap.code] }]
  const without = (at: Field, day: Day | undefined, missing: string): Fault[] =>
    day ? [] : [{ at, sentence: typed[at].trim() ? faults.notADay : missing }]
  return [...without('from', from, faults.fromMissing), ...without('to', to, faults.toMissing)]
}

/** What the server has seen that the screen could not. */
function faultOf({ code, details }: Problem, t: Words, other: [string, string?] | undefined): Fault | undefined {
  if (code === 'absence_overlaps')
    return { at: 'from', sentence: other ? `${t.overlaps} ${t.other(...other)}` : t.overlaps }
  const [gap] = details.errors ?? []
  if (code !== 'input_invalid' || !gap) return undefined
  const known: Partial<Record<string, string>> = t.faults
  return { at: gap.path === 'from' ? 'from' : 'to', sentence: known[gap.code] ?? t.faults.notADay }
}

type Words = AbsencesText['form']

function lengthWords([from, to]: [string, string?], words: AbsencesText, days: { from: Day; to: Day }) {
  const count = words.days(daysOf(days))
  return to ? words.form.length(count, from, to) : words.form.lengthOfOne(count, from)
}

function Moved({ declared, onClose }: { declared: Declared; onClose: () => void }) {
  const t = useText(absencesText)
  const format = useFormat()
  const words = usePeriodWords()(declared)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.done(...words)}
      description={t.moved(declared.movedOrders.length)}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t.close}
        </Button>
      }
    >
      <ul className="stack stack--sm">
        {declared.movedOrders.map(({ id, code, from, to }) => (
          <li key={id}>
            <Link to="/cases/$id" params={{ id }} className="link strong">
              {code}
            </Link>{' '}
            {t.movedTo(format.nearDay(to), format.nearDay(from))}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
