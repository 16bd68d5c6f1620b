import { type FormEvent, useEffect, useRef, useState } from 'react'
import { mayDiscard, useUnsavedChanges } from '#kit/web/dirty-forms.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import type { CaseRow } from '../contract.ts'
import { holdAnswers } from '../hold-answers.ts'
import { needsMessage } from '../rules.ts'
import { caseText } from './case-text.ts'
import { useHoldAnswer } from './use-hold-answer.ts'

/** The answers of the page: one press each, or a field for one's own words. */
export function HoldForm({ row, writes }: { row: CaseRow; writes: boolean }) {
  const { hold: words } = useText(caseText)
  const { answer, isPending, failure } = useHoldAnswer(row)
  const [isWriting, setWriting] = useState(writes)
  const answers = holdAnswers[row.hold?.reason ?? 'other']
  return (
    <div className="case__answer">
      {isWriting ? (
        <Written
          isPending={isPending}
          onSend={message => answer('in_writing', message)}
          onCancel={() => setWriting(false)}
        />
      ) : (
        <div className="row">
          {answers.map(one => (
            <Button
              key={one}
              pending={isPending}
              onClick={() => (needsMessage(one) ? setWriting(true) : void answer(one))}
            >
              {words.answers[one]}
            </Button>
          ))}
        </div>
      )}
      {failure && (
        <p className="tone--late" role="alert">
          {failure}
        </p>
      )}
    </div>
  )
}

type WrittenProps = { isPending: boolean; onSend: (message: string) => Promise<boolean>; onCancel: () => void }

function Written({ isPending, onSend, onCancel }: WrittenProps) {
  const { hold: words } = useText(caseText)
  const field = useRef<HTMLTextAreaElement>(null)
  const [said, setSaid] = useState('')
  const [isTried, setTried] = useState(false)
  const settled = useUnsavedChanges(said.trim() !== '')
  useEffect(() => field.current?.focus(), [])

  async function send(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!said.trim()) field.current?.focus()
    else if (!isPending && (await onSend(said.trim()))) settled()
  }
  async function leave() {
    if (await mayDiscard()) onCancel()
  }

  return (
    <form className="stack stack--sm" noValidate onSubmit={event => void send(event)}>
      <TextArea
        ref={field}
        label={words.written}
        rows={3}
        maxLength={4000}
        value={said}
        error={isTried && !said.trim() && words.empty}
        onChange={event => setSaid(event.target.value)}
      />
      <div className="row">
        <Button type="submit" variant="primary" pending={isPending}>
          {words.send}
        </Button>
        <Button onClick={() => void leave()}>{words.cancel}</Button>
      </div>
    </form>
  )
}
