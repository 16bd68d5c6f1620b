import { type FormEvent, useId, useRef, useState } from 'react'
import { useUser } from '#features/auth/web/use-user.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { mayDiscard, useUnsavedChanges } from '#kit/web/dirty-forms.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { later } from '#kit/web/later.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type Case, type CaseProblem, caseCalls, ProblemKind } from '../contract.ts'
import { canAskRemake } from '../rules.ts'
import { caseText } from './case-text.ts'
import { RemakeLink } from './remake-notices.tsx'

const longest = 4000

type Props = { known: Case; onClose: () => void }

export function ProblemDialog(props: Props) {
  const [reported, setReported] = useState<CaseProblem>()
  return reported ? <Reported problem={reported} {...props} /> : <Report onReported={setReported} {...props} />
}

/** What is wrong, in the laboratory's own categories and in the practice's words; and whether to make it again. */
function Report({ known, onClose, onReported }: Props & { onReported: (problem: CaseProblem) => void }) {
  const { id, code } = known
  const { problem: words } = useText(caseText)
  const { common } = useText(kitText)
  const sentence = useProblemText()
  const changed = useChanged()
  const form = useId()
  const first = useRef<HTMLInputElement>(null)
  const description = useRef<HTMLTextAreaElement>(null)
  const [kind, setKind] = useState<ProblemKind>()
  const [said, setSaid] = useState('')
  const [wantsRemake, setWantsRemake] = useState(false)
  const [isTried, setTried] = useState(false)
  /** One for one report, however often it is sent; another once it has been changed. */
  const intent = useRef({ of: '', key: '' })
  const isDirty = kind !== undefined || said !== ''
  const settled = useUnsavedChanges(isDirty)
  const isDLCPM = useUser()?.isDLCPM ?? false
  const mayAsk = canAskRemake(known, { isDLCPM })
  const remake = mayAsk && wantsRemake

  const { run, isPending, error } = useAttempt(async (chosen: ProblemKind) => {
    const body = { kind: chosen, description: said, remake }
    const of = JSON.stringify(body)
    if (intent.current.of !== of) intent.current = { of, key: crypto.randomUUID() }
    // Also after a refusal: somebody else has changed what may be asked.
    const refresh = () => void changed('orders')
    const sent = { params: { id }, body, key: intent.current.key }
    const { data } = await call(caseCalls.reportProblem, sent).finally(refresh)
    settled()
    onReported(data)
  })

  function send(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (isPending) return
    if (!kind) first.current?.focus()
    else if (!said.trim() || said.length > longest) description.current?.focus()
    else void run(kind)
  }
  const wrong = !said.trim() ? words.wordsMissing : said.length > longest ? words.tooLong : undefined

  return (
    <Dialog
      open
      onClose={onClose}
      onBeforeClose={mayDiscard}
      title={words.title(code)}
      description={words.description}
      closeLabel={common.close}
      footer={
        <Button type="submit" form={form} variant="primary" pending={isPending}>
          {remake ? words.sendRemake : words.send}
        </Button>
      }
    >
      <form id={form} className="stack" noValidate onSubmit={send}>
        <Fieldset legend={words.kind}>
          {ProblemKind.options.map((option, index) => (
            <Checkbox
              key={option}
              radio
              ref={index === 0 ? first : undefined}
              name={`${form}-kind`}
              label={words.kinds[option]}
              checked={kind === option}
              onChange={() => setKind(option)}
              aria-describedby={isTried && !kind ? `${form}-error` : undefined}
            />
          ))}
          {isTried && !kind && (
            <p className="field__error" id={`${form}-error`}>
              <Icon name="warning" size="sm" />
              {words.kindMissing}
            </p>
          )}
        </Fieldset>
        <TextArea
          ref={description}
          label={words.words}
          hint={words.wordsHint}
          value={said}
          error={isTried && wrong}
          onChange={event => setSaid(event.target.value)}
        />
        {mayAsk && (
          <Fieldset legend={words.wish}>
            <Checkbox
              radio
              name={`${form}-remake`}
              label={words.tell}
              checked={!wantsRemake}
              onChange={() => setWantsRemake(false)}
            />
            <Checkbox
              radio
              name={`${form}-remake`}
              label={words.askRemake}
              hint={words.remakeHint}
              checked={wantsRemake}
              onChange={() => setWantsRemake(true)}
            />
          </Fieldset>
        )}
        {!mayAsk && !isDLCPM && (
          <p className="muted small">
            {known.remake ? (
              <>
                {words.remakeExists} <RemakeLink to={known.remake} />
              </>
            ) : (
              words.tooEarly
            )}
          </p>
        )}
        {error !== undefined && (
          <Notice tone="late" live title={words.failed}>
            {sentence(error, words.refusals)}
          </Notice>
        )}
      </form>
    </Dialog>
  )
}

/** With the drop zone and the viewer of the attachments: only where a problem has been reported. */
const Files = later(() => import('#features/attachments/web/files.tsx').then(module => module.Files), {
  when: 'drawn',
  meanwhile: BlockSkeleton,
})

/** What became of the report; photos go with it. */
function Reported({ problem: { id, remake }, known, onClose }: Props & { problem: CaseProblem }) {
  const { problem: words } = useText(caseText)
  return (
    <Dialog
      open
      onClose={onClose}
      title={remake ? words.doneRemake : words.done}
      footer={
        <>
          <Button onClick={onClose}>{words.close}</Button>
          {remake && (
            <ButtonLink to="/cases/$id" params={{ id: remake.id }} variant="primary" onClick={onClose}>
              {words.seeRemake(remake.code)}
            </ButtonLink>
          )}
        </>
      }
    >
      <div className="stack">
        <p>{words.photosHint}</p>
        <Files target={{ orderId: known.id, problemId: id }} />
      </div>
    </Dialog>
  )
}
