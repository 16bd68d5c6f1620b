import { useState } from 'react'
import { useMay } from '#features/auth/web/use-user.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import { inArchOrder } from '#features/prescription/rules.ts'
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
import { caseActCalls } from '../acts-contract.ts'
import { type Case, type CaseProblem, ProblemKind } from '../contract.ts'
import { longestMessage, NewProblem } from '../input.ts'
import { kindSaidBy, type Wish, wishSaidBy } from '../problem-words.ts'
import { remadeLines } from '../remade-lines.ts'
import { canAskRemake, hasArrived, hasLeftLaboratory } from '../rules.ts'
import { caseText } from './case-text.ts'
import { ProblemWish } from './problem-wish.tsx'
import { RemakeLink } from './remake-notices.tsx'
import { useReturnPickup } from './return-pickup.ts'

type Props = { known: Case; onClose: () => void }

export function ProblemDialog(props: Props) {
  const { problem: words } = useText(caseText)
  const [reported, setReported] = useState<{ problem: CaseProblem; photos: readonly File[] }>()
  function told(problem: CaseProblem, photos: readonly File[]) {
    if (problem.remake || photos.length > 0) return setReported({ problem, photos })
    // Nothing is left to do, and the page shows the outcome.
    toast({ title: words.done, tone: 'ok' })
    props.onClose()
  }
  return reported ? <Reported {...reported} {...props} /> : <Report onReported={told} {...props} />
}

type Written = { kind: ProblemKind | undefined; description: string; remake: Wish | undefined }

/** Reports a problem: the laboratory's category, the practice's words, the teeth, and what to do about it. */
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
  const mayAdjust = hasLeftLaboratory(known)
  const wishes: readonly Wish[] = [
    'note',
    ...(mayAdjust ? ['adjust' as const] : []),
    ...(mayAsk ? ['remake' as const] : []),
  ]
  const isKind = (kind: ProblemKind | undefined) => kind !== undefined && (kind !== 'late' || hasArrived(known))
  function kindOf(written: Written): ProblemKind | undefined {
    const kind = written.kind ?? kindSaidBy(written.description)
    return isKind(kind) ? kind : undefined
  }
  // A breakage is not merely to be noted, so the user must choose; elsewhere that would be one press more.
  function wishOf(written: Written): Wish | undefined {
    const wish = written.remake ?? wishSaidBy(written.description)
    if (wish && wishes.includes(wish)) return wish
    return kindOf(written) === 'breakage' && wishes.length > 1 ? undefined : 'note'
  }
  const teeth = inArchOrder(known.products.flatMap(product => product.teeth))
  const pickup = useReturnPickup(mayAdjust)

  const form = useForm({
    initial: {
      kind: undefined as ProblemKind | undefined,
      description: '',
      photos: [] as readonly File[],
      /** What is to be done; named after the contract's field that is checked first. */
      remake: undefined as Wish | undefined,
      pickup: true,
      teeth: [] as readonly number[],
    },
    shape: NewProblem,
    body: values => {
      const wish = wishOf(values)
      return {
        kind: kindOf(values),
        description: values.description,
        remake: wish && wish === 'remake',
        adjust: wish === 'adjust' ? true : undefined,
        pickup: wish === 'adjust' && values.pickup ? pickup?.possible : undefined,
        teeth: values.teeth.length > 0 ? [...values.teeth] : undefined,
      }
    },
    sentences: {
      kind: { required: words.kindMissing },
      remake: { required: words.wishMissing },
      description: { required: words.wordsMissing, too_long: words.tooLong(longestMessage) },
    },
    send: async (body, key) => {
      // After a refusal too: somebody else has changed what may be asked.
      const refresh = () => void changed('orders', 'rides')
      return (await call(caseActCalls.reportProblem, { params: { id }, body, key }).finally(refresh)).data
    },
    done: problem => onReported(problem, form.values.photos),
  })
  const { description, photos } = form.values
  const wish = wishOf(form.values)
  const again = remadeLines(known.products, form.values.teeth)
  const kind = kindOf(form.values)
  const said = form.values.kind ? undefined : kind
  const isLateTooEarly = !kind && kindSaidBy(description) === 'late'
  const kindError = form.errorOf('kind')
  const wishError = form.errorOf('remake')

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={words.title(code)}
      description={words.description}
      submitLabel={wish === 'remake' ? words.sendRemake : wish === 'adjust' ? words.sendAdjust : words.send}
      failed={words.failed}
      refusals={words.refusals}
    >
      <TextArea {...form.text('description')} label={words.words} hint={words.wordsHint} required />
      <Fieldset legend={words.kind}>
        <p className={said || isLateTooEarly ? 'muted small' : 'visually-hidden'} role="status">
          {said ? words.kindSaid(words.kinds[said]) : isLateTooEarly && words.lateLater}
        </p>
        {ProblemKind.options.filter(isKind).map(option => (
          <Checkbox
            key={option}
            radio
            name="kind"
            label={words.kinds[option]}
            checked={kind === option}
            onChange={({ currentTarget }) => {
              form.set({ kind: option })
              // With the pointer, writing comes next; by keyboard, the user is still moving through the options.
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
      {wishes.length > 1 && (
        <ProblemWish
          wishes={wishes}
          chosen={wish}
          error={wishError ? { id: `${form.id}-wish`, words: wishError } : undefined}
          onChoose={remake => form.set({ remake })}
          pickup={pickup}
          isPickupAsked={form.values.pickup}
          onAskPickup={isAsked => form.set({ pickup: isAsked })}
        />
      )}
      {wish === 'remake' && again.length < known.products.length && (
        <p className="muted small" role="status">
          {words.remakeOf(
            known.products
              .filter(line => again.includes(line.caseSequence))
              .map(({ label }) => label)
              .join(', '),
          )}
        </p>
      )}
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
      {teeth.length > 1 && (
        <Fieldset
          legend={
            <>
              {words.teeth} <span className="field__mark">{requests.optional}</span>
            </>
          }
        >
          <div className="row">
            {teeth.map(tooth => (
              <Checkbox
                key={tooth}
                name="teeth"
                label={tooth}
                checked={form.values.teeth.includes(tooth)}
                onChange={({ currentTarget }) => {
                  const others = form.values.teeth.filter(one => one !== tooth)
                  form.set({ teeth: currentTarget.checked ? inArchOrder([...others, tooth]) : others })
                }}
              />
            ))}
          </div>
        </Fieldset>
      )}
      {teeth.length === 1 && <p className="muted small">{words.teethOf(teeth.join(', '), teeth.length)}</p>}
      <div className="field">
        <p className="field__label">
          {words.photos} <span className="field__mark">{requests.optional}</span>
        </p>
        <p className="muted small">{words.photosHint}</p>
        <FilesToSend files={photos} onChange={chosen => form.set({ photos: chosen })} />
      </div>
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

/** Brings the attachment viewer, so it is loaded only when a file accompanies the report. */
const Files = later(() => import('#features/attachments/web/files.tsx').then(module => module.Files), {
  when: 'drawn',
  meanwhile: BlockSkeleton,
})

type ReportedProps = Props & { problem: CaseProblem; photos: readonly File[] }

/** The outcome of the report, while the photos upload. */
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
