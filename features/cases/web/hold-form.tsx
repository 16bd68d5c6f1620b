import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type ComponentProps, Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { filesOf } from '#features/attachments/web/queries.ts'
import { formatTeeth } from '#features/prescription/rules.ts'
import { ShadePicker } from '#features/prescription/web/shade-picker.tsx'
import { PickupAnswers, PickupChoice } from '#features/rides/web/pickup-choice.tsx'
import { focusField } from '#kit/web/form-fields.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { later } from '#kit/web/later.tsx'
import { sendByKey } from '#kit/web/send-by-key.ts'
import { useText } from '#kit/web/text.tsx'
import { typedTime } from '#kit/web/typed-time.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { useForm } from '#kit/web/use-form.ts'
import { answersToHold } from '../answers-to-hold.ts'
import type { Case, CaseRow, HoldAnswer } from '../contract.ts'
import { answersTo } from '../hold-answers.ts'
import { longestMessage, NewHoldAnswer } from '../input.ts'
import { caseText } from './case-text.ts'
import type { SentAnswer } from './leaving-answers.ts'
import { useHoldAnswer } from './use-hold-answer.ts'

/** The answers of the page: one press each, which can be undone until it leaves, or what is still to be said with it. */
export function HoldForm({ row, whole }: { row: CaseRow; whole: Case | undefined }) {
  const { hold: words } = useText(caseText)
  /** Chosen in a menu that had no room for the rest. */
  const asked = useLocation({ select: ({ hash }) => answersToHold.find(answer => hash === `answer-${answer}`) })
  const { press, undo, leaving, sending, isPending, failure } = useHoldAnswer(row)
  /** The answer given here, put back into its field when undone or refused. */
  const [said, setSaid] = useState<SentAnswer>()
  const [chosen, choose] = useState<HoldAnswer | 'call_at' | 'scan' | undefined>(asked)
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const place = document.getElementById('answer')
    // The form disappears once answered, so the focus moves to the notice that replaces it.
    return () => {
      if (place?.contains(document.activeElement))
        queueMicrotask(() => document.getElementById('answered')?.focus({ preventScroll: true }))
    }
  }, [])
  const isWriting = chosen === 'in_writing' || chosen === 'scan'
  const gone = leaving ?? (isWriting ? undefined : sending)
  if (gone)
    return (
      <div className="case__answer row">
        <p role="status" className="strong">
          {(leaving ? words.leaving : words.sending)(words.answers[gone.answer])}
        </p>
        {leaving && <Button onClick={undo}>{words.undo}</Button>}
      </div>
    )
  /** Focuses the answer that was begun: the button in the place of Cancel might send an answer with one press. */
  function onCancel() {
    flushSync(() => choose(undefined))
    box.current?.querySelector<HTMLElement>(`[data-answer="${chosen}"]`)?.focus()
  }
  function answer(body: SentAnswer) {
    setSaid(body)
    press(body, 'there')
  }
  return (
    <div className="case__answer" ref={box}>
      {chosen === 'shade' ? (
        <Shade products={whole?.products} said={said} onAnswer={answer} onCancel={onCancel} />
      ) : chosen === 'call_at' ? (
        <CallAt said={said} onAnswer={answer} onCancel={onCancel} />
      ) : chosen === 'parts_with_pickup' ? (
        <PickupChoice
          nextLabel={words.nextPickup}
          scheduleLabel={words.schedule}
          onChoose={() => answer({ answer: 'parts_with_pickup' })}
          onCancel={onCancel}
        />
      ) : chosen === 'in_writing' ? (
        <Written row={row} onCancel={onCancel} />
      ) : chosen === 'scan' ? (
        <Scan row={row} onCancel={onCancel} />
      ) : (
        <div className="row">
          {answersTo(row.hold).map(one =>
            one === 'parts_with_pickup' ? (
              <PickupAnswers
                key={one}
                nextLabel={words.nextPickup}
                scheduleLabel={words.schedule}
                onChoose={() => answer({ answer: one })}
              />
            ) : one === 'scan' ? (
              <Button key={one} data-answer={one} icon="paperclip" onClick={() => choose(one)}>
                {words.scanAct}
              </Button>
            ) : (
              <Fragment key={one}>
                <Button
                  data-answer={one}
                  pending={isPending}
                  onClick={() => (isPress(one) ? answer({ answer: one }) : choose(one))}
                >
                  {words.answers[one]}
                </Button>
                {one === 'call_me' && (
                  <Button data-answer="call_at" onClick={() => choose('call_at')}>
                    {words.callAtAct}
                  </Button>
                )}
              </Fragment>
            ),
          )}
        </div>
      )}
      {!isWriting && <Failure>{failure}</Failure>}
    </div>
  )
}

const isPress = (answer: HoldAnswer) => !['shade', 'in_writing'].includes(answer)

type PartProps = { said: SentAnswer | undefined; onAnswer: (body: SentAnswer) => void; onCancel: () => void }

function Shade({ products = [], said, onAnswer, onCancel }: PartProps & { products: Case['products'] | undefined }) {
  const { hold: words } = useText(caseText)
  const shaded = products.filter(({ hasShade }) => hasShade)
  const isOneOfMany = shaded.length > 1
  const form = useForm({
    initial: { shade: said?.shade ?? '', caseSequence: String(said?.caseSequence ?? '') },
    shape: NewHoldAnswer,
    body: ({ shade, caseSequence }) => ({
      answer: 'shade',
      shade: shade || undefined,
      caseSequence: isOneOfMany && caseSequence ? Number(caseSequence) : undefined,
    }),
    gaps: ({ shade, caseSequence }) => [
      ...(isOneOfMany && !caseSequence ? [{ path: 'caseSequence', code: 'required' }] : []),
      ...(shade ? [] : [{ path: 'shade', code: 'required' }]),
    ],
    sentences: { caseSequence: { required: words.productMissing }, shade: { required: words.shadeMissing } },
    send: async body => onAnswer(body),
  })
  return (
    <Answering form={form} onCancel={onCancel}>
      {isOneOfMany && (
        <Select
          name="caseSequence"
          label={words.product}
          placeholder={words.productMissing}
          required
          value={form.values.caseSequence}
          error={form.errorOf('caseSequence')}
          onChange={({ currentTarget }) => form.set({ caseSequence: currentTarget.value })}
          options={shaded.map(({ caseSequence, label, teeth }) => ({
            value: String(caseSequence),
            label: [label, formatTeeth(teeth)].filter(Boolean).join(' · '),
          }))}
        />
      )}
      <ShadePicker
        label={words.shade}
        takesFocus
        value={form.values.shade}
        error={form.errorOf('shade')}
        onChange={shade => form.set({ shade: shade ?? '' })}
      />
    </Answering>
  )
}

function CallAt({ said, onAnswer, onCancel }: PartProps) {
  const { hold: words } = useText(caseText)
  const form = useForm({
    initial: { callAt: said?.callAt ?? '' },
    shape: NewHoldAnswer,
    body: ({ callAt }) => ({ answer: 'call_me', callAt: callAt.trim() ? (typedTime(callAt) ?? callAt) : undefined }),
    sentences: { callAt: { not_a_time: words.notATime } },
    send: async body => onAnswer(body),
  })
  const { id } = form
  useEffect(() => focusField(id, 'callAt'), [id])
  return (
    <Answering form={form} onCancel={onCancel}>
      <TextInput {...form.text('callAt')} label={words.callAt} hint={words.callAtHint} />
    </Answering>
  )
}

function Written({ row, onCancel }: { row: CaseRow; onCancel: () => void }) {
  const { hold: words, thread } = useText(caseText)
  const { send, failureOf } = useHoldAnswer(row)
  const form = useForm({
    initial: { message: '' },
    shape: NewHoldAnswer,
    body: ({ message }) => ({ answer: 'in_writing', message }),
    sentences: { message: { required: words.empty, too_long: thread.tooLong(longestMessage) } },
    send: (body, key) => send(body, key),
  })
  const { id } = form
  useEffect(() => focusField(id, 'message'), [id])
  return (
    <>
      <Answering form={form} onCancel={onCancel}>
        <TextArea {...form.text('message')} label={words.written} rows={3} required onKeyDown={sendByKey} />
      </Answering>
      <Failure>{failureOf(form.failure)}</Failure>
    </>
  )
}

/** Brings the attachment viewer, so it is loaded only when somebody attaches a file. */
const Files = later(() => import('#features/attachments/web/files.tsx').then(module => module.Files), {
  when: 'drawn',
  meanwhile: BlockSkeleton,
})

/** Answers with a file: it is added to the case's files, and the written answer says that it is there. */
function Scan({ row, onCancel }: { row: CaseRow; onCancel: () => void }) {
  const { hold: words, thread } = useText(caseText)
  const { send, failureOf } = useHoldAnswer(row)
  const target = { orderId: row.id }
  const count = useQuery(filesOf(target)).data?.data.length
  const [before, setBefore] = useState(count)
  if (before === undefined && count !== undefined) setBefore(count)
  const [onTheirWay, setOnTheirWay] = useState(0)
  const isThere = count !== undefined && before !== undefined && count > before
  const missing = onTheirWay > 0 ? 'on_its_way' : isThere ? undefined : 'no_file'
  const form = useForm({
    initial: { message: words.scanThere },
    shape: NewHoldAnswer,
    body: ({ message }) => ({ answer: 'in_writing', message }),
    gaps: () => (missing ? [{ path: 'message', code: missing }] : []),
    sentences: {
      message: {
        required: words.empty,
        too_long: thread.tooLong(longestMessage),
        no_file: words.scanMissing,
        on_its_way: words.scanOnItsWay,
      },
    },
    send: (body, key) => send(body, key),
  })
  return (
    <div className="stack stack--sm">
      <Files target={target} onSending={setOnTheirWay} saysEmpty={false} />
      <Answering form={form} onCancel={onCancel}>
        <TextArea {...form.text('message')} label={words.written} rows={2} required onKeyDown={sendByKey} />
      </Answering>
      <Failure>{failureOf(form.failure)}</Failure>
    </div>
  )
}

type AnsweringProps = {
  form: { props: ComponentProps<'form'>; isPending: boolean; mayLeave: () => Promise<boolean> }
  onCancel: () => void
  children: ReactNode
}

function Answering({ form, onCancel, children }: AnsweringProps) {
  const { hold: words } = useText(caseText)
  const { common } = useText(kitText)
  async function leave() {
    if (await form.mayLeave()) onCancel()
  }
  return (
    <form className="stack stack--sm" {...form.props}>
      {children}
      <div className="row">
        <Button type="submit" variant="primary" pending={form.isPending}>
          {words.send}
        </Button>
        <Button onClick={() => void leave()}>{common.cancel}</Button>
      </div>
    </form>
  )
}

const Failure = ({ children }: { children: string | undefined }) =>
  children && (
    <p className="tone--late" role="alert">
      {children}
    </p>
  )
