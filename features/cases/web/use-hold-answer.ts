import { useEffect, useRef } from 'react'
import { presence } from '#features/auth/web/presence.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { isOffline } from '#kit/web/is-offline.ts'
import { hasLeft, toastPresser } from '#kit/web/late-presses.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { caseActCalls } from '../acts-contract.ts'
import type { CaseRow } from '../contract.ts'
import { caseText } from './case-text.ts'
import { answersOnTheWay, leavingAnswers, type SentAnswer } from './leaving-answers.ts'

/** Answers the laboratory's question. */
export function useHoldAnswer({ id, code }: CaseRow) {
  const { hold: words } = useText(caseText)
  const changed = useChanged()
  const sentence = useProblemText()
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const failureOf = (error: unknown) =>
    error === undefined ? undefined : sentence(error, { ...words.refusals, offline: words.offline })

  function send(body: SentAnswer, key: string = crypto.randomUUID(), onClosing?: true) {
    const tell = toastPresser(presence)
    const options = { params: { id }, body, key, ...(onClosing && { keepalive: onClosing }) }
    answersOnTheWay.begin(id, body)
    const answered = call(caseActCalls.answerHold, options).then(
      () => tell({ title: words.sent(code) }),
      error => {
        // Where it was answered, the failure is shown in place.
        if (!isOffline(error) || !isShown.current)
          tell({ title: words.failed(code), description: failureOf(error), tone: 'late' })
        throw error
      },
    )
    return answered.then(refresh, async error => {
      // After a refusal too: somebody else has changed what is shown. Offline there is nothing to read.
      if (isOffline(error)) answersOnTheWay.end(id)
      else await refresh()
      throw error
    })
  }
  // The question stays on the screen until it is read again, so this keeps anybody from answering twice.
  const refresh = () => changed('orders').finally(() => answersOnTheWay.end(id))
  const { run, isPending, error } = useAttempt(send)
  function undo() {
    if (leavingAnswers.undo(id)) toast({ title: words.undone })
  }
  /** Answers after a delay in which it can be undone: in place when pressed there (`there`), else from the toast. */
  function press(body: SentAnswer, there?: 'there') {
    leavingAnswers.press(id, body, onClosing => run(body, crypto.randomUUID(), onClosing), {
      offer: {
        title: words.leaving(words.answers[body.answer]),
        ...(!there && { action: { label: words.undo, run: undo } }),
      },
      lost: { title: words.failed(code), description: failureOf(hasLeft), tone: 'late' },
    })
  }
  return {
    press,
    undo,
    leaving: leavingAnswers.useLeaving(id),
    sending: answersOnTheWay.useOne(id),
    isPending,
    failure: failureOf(error),
    send,
    failureOf,
  }
}
