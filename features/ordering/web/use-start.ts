import { useNavigate, useRouterState } from '@tanstack/react-router'
import { type Dispatch, type SetStateAction, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { caseCalls } from '#features/cases/contract.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { dismissFailures, toast } from '#kit/web/ui/toast.ts'
import type { TemplateContent } from '../draft-contract.ts'
import type { Catalogue, Entry } from './entry.ts'
import { focusSpot } from './faults.ts'
import type { Prescribing } from './prescriber.ts'
import type { LastWork, Start, Started } from './starts.ts'
import { orderingText } from './text.ts'

const loadStarts = () => import('./new-case-parts.tsx')

/** Fills the form from a template or an earlier case, with one undo. */
export function useStart(
  entry: Entry,
  setEntry: Dispatch<SetStateAction<Entry>>,
  { catalogue, prescribing }: { catalogue: Catalogue; prescribing: Prescribing },
) {
  const t = useText(orderingText)
  const sentence = useProblemText()
  const [started, setStarted] = useState<Started>()

  function apply(from: Started['from'], { entry: next, leftOut }: Start) {
    const { prescriberId, prescriberName } = entry
    // A doctor stays the prescriber, whatever prescriber a colleague's template or case has.
    const own = prescribing.ownId ? { prescriberId, prescriberName } : {}
    flushSync(() => {
      setStarted({ from, leftOut, before: entry })
      setEntry({ ...next, ...own })
    })
    focusSpot('patientCode')
  }
  async function fromTemplate(name: string, content: TemplateContent) {
    const { startFromTemplate } = await loadStarts()
    apply({ template: name }, startFromTemplate(content, entry, catalogue))
  }
  /** Fills in the last work; an impression type already chosen stays. */
  function fromWork(code: string, { leftOut, ...work }: LastWork) {
    setStarted({ from: { code, isWorkAlone: true }, leftOut, before: entry })
    setEntry(present => ({ ...present, ...work, printType: present.printType ?? work.printType }))
  }
  async function fromCase(id: string, isSamePatient?: boolean) {
    try {
      const { data } = await call(caseCalls.find, { params: { id } })
      const { startFromCase } = await loadStarts()
      const { code, patientCode, patient } = data
      if (isSamePatient) setEntry(present => ({ ...present, patientCode, patient: patient ?? '' }))
      else apply({ code }, startFromCase(data, catalogue))
      dismissFailures()
    } catch (error) {
      toast({ tone: 'late', title: t.start.failed, description: sentence(error) })
    }
  }
  function undo() {
    if (!started) return
    const { from, before } = started
    // A template or repeated work fills in neither patient nor dates, so what was typed there since stays; a whole case is
    // undone as a whole.
    const { products, printType, comment, prescriberId, prescriberName } = before
    const work = { products, printType }
    if ('template' in from) setEntry(present => ({ ...present, ...work, comment, prescriberId, prescriberName }))
    else setEntry(present => (from.isWorkAlone ? { ...present, ...work } : before))
    setStarted(undefined)
  }
  useRepeated(fromCase)
  return { started, fromTemplate, fromCase, fromWork, undo, forget: () => setStarted(undefined) }
}

/** "Order again" and "for this patient" pass the id of a case, used once: a reload finds the draft it became. */
function useRepeated(fromCase: (id: string, isSamePatient: boolean) => Promise<void>) {
  const navigate = useNavigate()
  const { repeats, patientOf } = useRouterState({ select: ({ location }) => location.state })
  const id = repeats ?? patientOf
  const repeat = useEffectEvent((id: string) => {
    void navigate({ to: '/cases/new', state: {}, replace: true, ignoreBlocker: true })
    void fromCase(id, !repeats)
  })
  useEffect(() => {
    if (id) repeat(id)
  }, [id])
}
