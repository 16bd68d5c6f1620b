import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { staffCatalogueText } from '#features/catalogue/web/staff-text.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { saveFile } from '#kit/web/save-file.ts'
import { loadText, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Choices } from '#kit/web/ui/choices.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type Answers, importCalls, type OpenedImport, type Preview } from '../contract.ts'
import type { Columns } from '../fields.ts'
import { mayLeaveOut, mostRows } from '../rules.ts'
import { AlikeProducts } from './alike-products.tsx'
import { PreviewFaults } from './preview-faults.tsx'
import { PreviewRows } from './preview-rows.tsx'
import { importList } from './staff-queries.ts'
import { importText } from './staff-text.ts'
import { UnsaidQuestions } from './unsaid-questions.tsx'

type Props = {
  file: OpenedImport
  columns: Columns
  answers: Answers
  preview: Preview
  /** Resolves after the running check, so that an answer just given is known. */
  looked: () => Promise<void>
  onAnswers: (answers: Answers) => void
  onImported: () => void
}

export const loadPreviewWords = () => loadText(staffCatalogueText)

/** What the file would do: counts, first lines, open questions and faults by line. */
export function ImportPreview({ file, columns, answers, preview, looked, onAnswers, onImported }: Props) {
  const text = useText(importText)
  const t = text.preview
  const sentence = useProblemText()
  const areMailsSent = useQuery(importList).data?.areMailsSent ?? true
  const { added, changed, unchanged, wrong, faults, rows, unsaid } = preview
  const leavesOut = added + changed > 0 && mayLeaveOut(file.kind, preview)
  const [areRolesTaken, setRolesTaken] = useState(false)
  const [invitations, setInvitations] = useState<'now' | 'later'>('later')
  const [isAsked, setAsked] = useState(false)
  const questions = useRef<HTMLDivElement>(null)
  const applying = useAttempt(async () => {
    const counts = { added, changed, unchanged }
    const body = { columns, counts, leftOut: wrong, ...answers, areRolesTaken, invitations }
    await looked()
    // Before the import, which deletes the file.
    if (wrong > 0) saveFile(await call(importCalls.wrongLines, { params: { id: file.id } }), t.wrongLinesName)
    await call(importCalls.apply, { params: { id: file.id }, body })
    onImported()
  })
  const saving = useAttempt(async () => {
    saveFile(await call(importCalls.faults, { params: { id: file.id } }), t.fileName)
  })
  const failed = applying.error ?? saving.error
  const isAskedBeyond = rows.slice(mostRows).some(({ values }) => values.roleSaid)
  const someRows = isAskedBeyond ? t.rowsAndManagers : t.rowsFirst(rows.length)
  const rowsTitle = rows.length < added + changed ? someRows : t.rowsTitle
  const isAnswered =
    unsaid.families.every(({ name }) => Object.hasOwn(answers.needs, name)) &&
    unsaid.leads.every(({ name }) => Object.hasOwn(answers.leads, name)) &&
    unsaid.vats.every(({ name }) => Object.hasOwn(answers.vats, name)) &&
    (unsaid.alike.open === 0 || answers.names.same !== undefined) &&
    (unsaid.statusless === 0 || Boolean(answers.status)) &&
    (areRolesTaken || unsaid.managers + unsaid.doctors === 0)
  function take() {
    setAsked(true)
    if (isAnswered) return void applying.run()
    // The fields are rendered already; focus the first unanswered one.
    const open = [
      ...(questions.current?.querySelectorAll<HTMLElement>('select, input[type=checkbox], input[type=radio]') ?? []),
    ]
    open
      .find(field => (field instanceof HTMLInputElement ? isUnanswered(field) : 'value' in field && !field.value))
      ?.focus()
  }
  return (
    <Card title={t.title}>
      <div className="stack">
        <p role="status" className="strong">
          {[
            t.counts.added(added),
            t.counts.changed(changed),
            t.counts.unchanged(unchanged),
            ...(wrong > 0 ? [t.counts.wrong(wrong)] : []),
          ].join(' · ')}
        </p>
        {wrong > 0 && (
          <>
            <Notice tone="late" title={t.wrongTitle(wrong)}>
              {leavesOut ? t.wrongOrLeft(wrong) : t.wrong(wrong)}
            </Notice>
            <PreviewFaults {...{ file, faults }} />
            <div className="row">
              <Button icon="download" pending={saving.isPending} onClick={() => void saving.run()}>
                {t.save}
              </Button>
            </div>
          </>
        )}
        {rows.length > 0 && (
          <>
            <p className="strong">{rowsTitle}</p>
            <PreviewRows kind={file.kind} rows={rows} />
          </>
        )}
        {wrong > 0 && !leavesOut ? null : added + changed === 0 ? (
          <p className="muted">{t.nothing}</p>
        ) : (
          <>
            <div ref={questions} className="stack">
              {unsaid.alike.pairs.length > 0 && (
                <AlikeProducts
                  {...{ alike: unsaid.alike, names: answers.names, isAsked }}
                  onNames={names => onAnswers({ ...answers, names })}
                />
              )}
              <UnsaidQuestions {...{ unsaid, answers, areRolesTaken, isAsked, onAnswers }} onRoles={setRolesTaken} />
            </div>
            {unsaid.unaddressed > 0 && (
              <Notice title={t.unaddressed.title(unsaid.unaddressed)}>{t.unaddressed.description}</Notice>
            )}
            {!areMailsSent && bringsPeople(file) && (
              <Notice title={t.invitations.none}>{t.invitations.noneDetail}</Notice>
            )}
            {areMailsSent && bringsPeople(file) && (
              <Choices
                name="invitations"
                label={t.invitations.title}
                value={invitations}
                onChange={setInvitations}
                options={[
                  { value: 'later', label: t.invitations.later, detail: t.invitations.laterDetail },
                  { value: 'now', label: t.invitations.now, detail: t.invited(added - unsaid.unaddressed) },
                ]}
              />
            )}
            <div className="row">
              {/* With faults, correcting the file is better, so the import is not the primary action. */}
              <Button
                variant={wrong > 0 ? 'secondary' : 'primary'}
                icon="check"
                pending={applying.isPending}
                onClick={take}
              >
                {wrong > 0 ? t.applyRight(added + changed, wrong) : t.apply(added + changed)}
              </Button>
            </div>
          </>
        )}
        {failed !== undefined && (
          <Notice tone="late" live title={t.failed}>
            {sentence(failed, text.refusals)}
          </Notice>
        )}
      </div>
    </Card>
  )
}

const bringsPeople = ({ kind }: OpenedImport) => kind === 'practices' || kind === 'people'

/** A radio group is answered when one of its buttons is checked. */
const isUnanswered = ({ type, name, checked, form, ownerDocument }: HTMLInputElement) =>
  type === 'radio' ? !(form ?? ownerDocument).querySelector(`input[name="${CSS.escape(name)}"]:checked`) : !checked
