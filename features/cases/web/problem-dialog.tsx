import { useState } from 'react'
import { useMay } from '#features/auth/web/use-user.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { later } from '#kit/web/later.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { type Case, type CaseProblem, caseCalls, ProblemKind } from '../contract.ts'
import { longestMessage, NewProblem } from '../input.ts'
import { isRemakeSaidBy, kindSaidBy } from '../problem-words.ts'
import { canAskRemake } from '../rules.ts'
import { caseText } from './case-text.ts'
import { RemakeLink } from './remake-notices.tsx'

type Props = { known: Case; onClose: () => void }

export function ProblemDialog(props: Props) {
  const { problem: words } = useText(caseText)
  const [reported, setReported] = useState<{ problem: CaseProblem; photos: readonly File[] }>()
  function told(problem: CaseProblem, photos: readonly File[]) {
    if (problem.remake || photos.length > 0) return setReported({ problem, photos })
    // Nothing is left to do here, and the page says what became of it.
    toast({ title: words.done, tone: 'ok' })
    props.onClose()
  }
  return reported ? <Reported {...reported} {...props} /> : <Report onReported={told} {...props} />
}

/** What is wrong, in the laboratory's own categories and in the practice's words; and whether to make it again. */
function Report({
  known,
  onClose,
  onReported,
}: Props & { onReported: (problem: CaseProblem, photos: readonly File[]) => void }) {
  const { id, code } = known
  const { problem: words, requests } = useText(caseText)
  const changed = useChanged()
  const mayRemake = useMay('remake')
  const mayAsk = mayRemake && canAskRemake(known)

  const form = useForm({
    initial: {
      kind: undefined as ProblemKind | undefined,
      description: '',
      photos: [] as readonly File[],
      remake: undefined as boolean | undefined,
    },
    shape: NewProblem,
    body: ({ kind, description, remake }) => ({
      kind: kind ?? kindSaidBy(description),
      description,
      remake: mayAsk && (remake ?? isRemakeSaidBy(description)),
    }),
    sentences: {
      kind: { required: words.kindMissing },
      description: { required: words.wordsMissing, too_long: words.tooLong(longestMessage) },
    },
    send: async (body, key) => {
      // Also after a refusal: somebody else has changed what may be asked.
      const refresh = () => void changed('orders')
      return (await call(caseCalls.reportProblem, { params: { id }, body, key }).finally(refresh)).data
    },
    done: problem => onReported(problem, form.values.photos),
  })
  const { description, photos } = form.values
  const remake = form.values.remake ?? isRemakeSaidBy(description)
  const said = form.values.kind ? undefined : kindSaidBy(description)
  const kind = form.values.kind ?? said
  const kindError = form.errorOf('kind')

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={words.title(code)}
      description={words.description}
      submitLabel={mayAsk && remake ? words.sendRemake : words.send}
      failed={words.failed}
      refusals={words.refusals}
    >
      <TextArea {...form.text('description')} label={words.words} hint={words.wordsHint} required />
      <Fieldset legend={words.kind}>
        <p className={said ? 'muted small' : 'visually-hidden'} role="status">
          {said && words.kindSaid(words.kinds[said])}
        </p>
        {ProblemKind.options.map(option => (
          <Checkbox
            key={option}
            radio
            name="kind"
            label={words.kinds[option]}
            checked={kind === option}
            onChange={({ currentTarget }) => {
              form.set({ kind: option })
              // Chosen by hand, one writes next; by keys one still looks through the others.
              if (!description && !currentTarget.matches(':focus-visible')) form.focus('description')
            }}
            aria-invalid={kindError ? true : undefined}
            aria-describedby={kindError && `${form.id}-error`}
          />
        ))}
        {kindError && (
          <p className="field__error" id={`${form.id}-error`}>
            <Icon name="warning" size="sm" />
            {kindError}
          </p>
        )}
      </Fieldset>
      {mayAsk && (
        <Fieldset legend={words.wish}>
          <Checkbox
            radio
            name="remake"
            label={words.tell}
            checked={!remake}
            onChange={() => form.set({ remake: false })}
          />
          <Checkbox
            radio
            name="remake"
            label={words.askRemake}
            hint={words.remakeHint}
            checked={remake}
            onChange={() => form.set({ remake: true })}
          />
        </Fieldset>
      )}
      <div className="field">
        <p className="field__label">
          {words.photos} <span className="field__mark">{requests.optional}</span>
        </p>
        <p className="muted small">{words.photosHint}</p>
        <FilesToSend files={photos} onChange={chosen => form.set({ photos: chosen })} />
      </div>
      {mayRemake && !mayAsk && (
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
    </FormDialog>
  )
}

const FilesToSend = later(
  () => import('#features/attachments/web/files-to-send.tsx').then(module => module.FilesToSend),
  {
    when: 'drawn',
    meanwhile: BlockSkeleton,
  },
)

/** With the viewer of the attachments: only where something goes with what has been reported. */
const Files = later(() => import('#features/attachments/web/files.tsx').then(module => module.Files), {
  when: 'drawn',
  meanwhile: BlockSkeleton,
})

type ReportedProps = Props & { problem: CaseProblem; photos: readonly File[] }

/** What became of the report; the photos are on their way. */
function Reported({ problem: { id, remake }, photos, known, onClose }: ReportedProps) {
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
        <Files target={{ orderId: known.id, problemId: id }} chosen={photos} />
      </div>
    </Dialog>
  )
}
