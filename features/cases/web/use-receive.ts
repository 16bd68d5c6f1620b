import { presence } from '#features/auth/web/presence.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { hasLeft, latePresses, toastPresser } from '#kit/web/late-presses.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { type Toast, toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { caseActCalls } from '../acts-contract.ts'
import type { CaseLink } from '../contract.ts'
import type { CaseText } from '../text/case-en.ts'
import { caseText } from './case-text.ts'

type Cases = readonly CaseLink[]
type Way = {
  words: CaseText['received']
  /** Undone in place, so the toast offers no second undo. */
  isUndoneThere: boolean
  send: (cases: Cases, onClosing?: true) => Promise<unknown>
  /** The toast shown when it can no longer be sent. */
  lost: (cases: Cases) => Toast
}

/** Keyed by the cases confirmed together; a case is in at most one entry. */
const leavingReceipts = latePresses<Cases>(presence)

const placeOf = (cases: Cases) => cases.map(({ id }) => id).join()
const codesOf = (cases: Cases) => cases.map(({ code }) => code).join(', ')
/** Names the cases it undoes, since other undo buttons may be beside it. */
export const undoWords = (cases: Cases, words: CaseText['received']) =>
  cases.length > 1 ? words.undoAll(cases.length) : words.undoOf(codesOf(cases))
const isAmong = (cases: Cases, { id }: CaseLink) => cases.some(one => one.id === id)

function leave(cases: Cases, way: Way) {
  const { words, send, lost, isUndoneThere } = way
  const undo = { label: undoWords(cases, words), run: () => stay(cases, [cases], way) }
  leavingReceipts.press(placeOf(cases), cases, onClosing => send(cases, onClosing), {
    offer: { title: words.leaving(codesOf(cases)), ...(!isUndoneThere && { action: undo }) },
    lost: lost(cases),
  })
}

/** Withdraws these cases; others pressed together with them are still sent. */
function stay(cases: Cases, pressed: readonly Cases[], way: Way) {
  const { words } = way
  for (const together of pressed) {
    if (!leavingReceipts.undo(placeOf(together))) continue
    toast({ title: words.undone })
    const others = together.filter(one => !isAmong(cases, one))
    if (others.length > 0) leave(others, way)
  }
}

/** Confirms that these cases have arrived; undoable until sent. */
export function useReceive(cases: Cases, isUndoneThere: boolean) {
  const { received: words } = useText(caseText)
  const sentence = useProblemText()
  const changed = useChanged()
  const { run, isPending } = useAttempt((those: Cases, onClosing?: true) => {
    const tell = toastPresser(presence)
    const options = { body: { ids: those.map(({ id }) => id) }, ...(onClosing && { keepalive: onClosing }) }
    // After a refusal too: the driver may have been quicker.
    const received = call(caseActCalls.receive, options).finally(() => void changed('orders'))
    return received.then(
      () => tell({ title: words.done(codesOf(those)) }),
      error => {
        tell({ title: words.failed, description: sentence(error, words.refusals), tone: 'late' })
        throw error
      },
    )
  })
  const way: Way = {
    words,
    isUndoneThere,
    send: (those, onClosing) => run(those, onClosing),
    lost: those => ({ title: words.lost(codesOf(those)), description: sentence(hasLeft), tone: 'late' }),
  }
  const pressed = leavingReceipts.useAll().filter(together => together.some(one => isAmong(cases, one)))
  /** Excludes cases already confirmed, alone or with their day. */
  const left = cases.filter(one => !pressed.some(together => isAmong(together, one)))
  return {
    left,
    press: () => leave(left, way),
    undo: () => stay(cases, pressed, way),
    isPending,
  }
}
