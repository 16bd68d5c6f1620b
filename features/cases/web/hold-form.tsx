import { useEffect, useState } from 'react'
import { focusField } from '#kit/web/form-fields.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { useForm } from '#kit/web/use-form.ts'
import type { CaseRow } from '../contract.ts'
import { holdAnswers } from '../hold-answers.ts'
import { longestMessage, NewHoldAnswer } from '../input.ts'
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
        <Written row={row} onCancel={() => setWriting(false)} />
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
      {!isWriting && <Failure>{failure}</Failure>}
    </div>
  )
}

function Written({ row, onCancel }: { row: CaseRow; onCancel: () => void }) {
  const { hold: words } = useText(caseText)
  const { common } = useText(kitText)
  const { send, failureOf } = useHoldAnswer(row)
  const form = useForm({
    initial: { message: '' },
    shape: NewHoldAnswer,
    body: ({ message }) => ({ answer: 'in_writing', message }),
    sentences: { message: { required: words.empty } },
    send,
  })
  const { id } = form
  useEffect(() => focusField(id, 'message'), [id])
  async function leave() {
    if (await form.mayLeave()) onCancel()
  }

  return (
    <>
      <form className="stack stack--sm" {...form.props}>
        <TextArea {...form.text('message')} label={words.written} rows={3} maxLength={longestMessage} />
        <div className="row">
          <Button type="submit" variant="primary" pending={form.isPending}>
            {words.send}
          </Button>
          <Button onClick={() => void leave()}>{common.cancel}</Button>
        </div>
      </form>
      <Failure>{failureOf(form.failure)}</Failure>
    </>
  )
}

const Failure = ({ children }: { children: string | undefined }) =>
  children && (
    <p className="tone--late" role="alert">
      {children}
    </p>
  )
