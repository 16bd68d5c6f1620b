import type { Case, CaseLink, CaseProblem } from '#features/cases/contract.ts'
import { problemKinds } from '#features/cases/input.ts'
import { remadeLines } from '#features/cases/remade-lines.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import { formatTeeth } from '#features/prescription/rules.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Choices } from '#kit/web/ui/choices.tsx'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { staffComplaintCalls } from '../contract.ts'
import { NewRemake } from '../input.ts'
import { remakeGaps } from '../remake-rules.ts'
import { DecisionFields, decisionOf, nothingDecided } from './decision-fields.tsx'
import { staffComplaintsText } from './staff-text.ts'

export type RemadeCase = { order: CaseLink & { problems: readonly CaseProblem[]; products: Case['products'] } }

export const loadRemakeWords = () => loadText(staffComplaintsText)

const otherwise = 'otherwise'

/** Begins a remake: the answered problem or a new description, for the practice, and the cause, for the laboratory. */
export function RemakeDialog({ order, onClose }: RemadeCase & { onClose: () => void }) {
  const texts = useText(staffComplaintsText)
  const t = texts.remaking
  const format = useFormat()
  const changed = useChanged()
  // Unanswered problems first.
  const reported = order.problems
    .filter(({ state }) => state !== 'settled')
    .toSorted((a, b) => Number(b.state === 'open') - Number(a.state === 'open'))
  const { products } = order
  const linesFor = (problemId: string) =>
    remadeLines(products, reported.find(({ id }) => id === problemId)?.teeth ?? [])
  const form = useForm({
    initial: {
      problemId: reported[0]?.id ?? otherwise,
      answer: t.answered,
      kind: '',
      description: '',
      /** Undefined until somebody chooses: the lines the problem names. */
      lines: undefined as readonly number[] | undefined,
      ...nothingDecided,
    },
    shape: NewRemake,
    body: ({ problemId, answer, kind, description, lines, ...decided }) => ({
      lines: [...(lines ?? linesFor(problemId))],
      ...(problemId === otherwise
        ? { kind: kind || undefined, description: description || undefined }
        : { problemId, answer: answer || undefined }),
      ...decisionOf(decided),
    }),
    gaps: remakeGaps,
    sentences: {
      answer: { required: texts.required, too_long: texts.tooLong },
      kind: { required: texts.choose },
      description: { required: texts.required, too_long: texts.tooLong },
      isSerious: { required: texts.choose },
      cause: { required: texts.choose },
      note: { too_long: texts.tooLong },
      lines: { required: t.noLine, not_of_this_case: t.otherLine },
    },
    send: (body, key) =>
      call(staffComplaintCalls.remake, { params: { id: order.id }, body, key }).finally(
        () => void changed('orders', 'sheets'),
      ),
    done: ({ data: { remake } }) => {
      toast({ title: t.done(order.code, remake.code) })
      onClose()
    },
  })
  const { problemId } = form.values
  const lines = form.values.lines ?? linesFor(problemId)
  const linesError = form.errorOf('lines')
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.title(order.code)}
      description={t.description}
      submitLabel={t.submit}
      failed={t.failed}
      refusals={t.refusals}
    >
      {reported.length > 0 && (
        <Choices
          name="problemId"
          label={t.answers}
          hint={t.answersHint}
          value={problemId}
          onChange={chosen => form.set({ problemId: chosen })}
          options={[
            ...reported.map(({ id, kind, description, reportedAt, reportedBy }) => ({
              value: id,
              label: `${texts.kinds[kind]} · ${description}`,
              detail: t.reported(format.dayTime(reportedAt), reportedBy),
            })),
            { value: otherwise, label: t.otherwise },
          ]}
        />
      )}
      {problemId === otherwise ? (
        <>
          <Select
            name="kind"
            label={texts.entering.kind}
            placeholder={texts.choose}
            error={form.errorOf('kind')}
            value={form.values.kind}
            onChange={({ currentTarget }) => form.set({ kind: currentTarget.value })}
            options={problemKinds.map(value => ({ value, label: texts.kinds[value] }))}
          />
          <TextArea {...form.text('description')} label={t.words} required />
        </>
      ) : (
        <TextArea {...form.text('answer')} label={t.answer} required />
      )}
      {products.length > 1 && (
        <Fieldset legend={t.lines}>
          {products.map(({ caseSequence, label, teeth }) => (
            <Checkbox
              key={caseSequence}
              name="lines"
              label={[label, formatTeeth(teeth)].filter(Boolean).join(' ')}
              checked={lines.includes(caseSequence)}
              onChange={({ currentTarget }) => {
                const others = lines.filter(line => line !== caseSequence)
                form.set({ lines: currentTarget.checked ? [...others, caseSequence] : others })
              }}
              aria-invalid={linesError ? true : undefined}
              aria-describedby={linesError && `${form.id}-lines`}
            />
          ))}
          {linesError && (
            <p className="field__error" id={`${form.id}-lines`}>
              <Icon name="warning" size="sm" />
              {linesError}
            </p>
          )}
        </Fieldset>
      )}
      <DecisionFields form={form} />
    </FormDialog>
  )
}
