import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFormat } from '#kit/web/format.tsx'
import { later } from '#kit/web/later.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { turnSingleKeys, useSingleKeys } from '#kit/web/use-single-keys.ts'
import type { StaffCase } from '../staff-contract.ts'
import { caseText } from './case-text.ts'
import type { Step } from './leaving-steps.ts'
import { Letter } from './letter.tsx'
import { PatientWords } from './patient-words.tsx'
import { ProductTable } from './product-table.tsx'
import { ScanLink } from './scan-link.tsx'
import { StaffAcceptForm } from './staff-accept-form.tsx'
import { StaffCaseDates } from './staff-case-dates.tsx'
import { caseLoad, staffCaseOne } from './staff-queries.ts'
import { staffCasesText, staffCaseText, staffIntakeText } from './staff-text.ts'
import { casesText } from './text.ts'
import { useLetters } from './use-letters.ts'

const FilesBeside = later(
  () => import('#features/attachments/web/files-beside.tsx').then(module => module.FilesBeside),
  { when: 'drawn', meanwhile: BlockSkeleton },
)

const RemakeOf = later(
  () => Promise.all([import('./staff-remake.tsx'), loadText(caseText)]).then(([module]) => module.StaffRemake),
  { when: 'drawn' },
)

type Deciding = { onAccept: (step: Step) => void; onNext: () => void }
type Props = Deciding & {
  id: string
  behind: string | undefined
  onUndo: (() => void) | undefined
  onPrevious: (() => void) | undefined
}

/** The prescription on one page, and the decision about it. */
export function StaffIntakeCase({ id, behind, onAccept, onUndo, onNext, onPrevious }: Props) {
  const t = useText(staffIntakeText)
  const found = useQuery(staffCaseOne(id))
  const client = useQueryClient()
  // Preloads the next case, so that a hundred decisions need no waiting.
  useEffect(() => {
    if (!behind) return
    void client.prefetchQuery(staffCaseOne(behind))
    void client.prefetchQuery(caseLoad(behind))
  }, [client, behind])
  const lettersAreKeys = useSingleKeys()
  useLetters({ j: onNext, k: onPrevious, u: onUndo })
  const { data: known } = found
  return (
    <section className="intake__case stack" aria-label={known?.code ?? t.queue}>
      <div className="row">
        <Button size="sm" aria-keyshortcuts="k" disabled={!onPrevious} onClick={onPrevious}>
          {t.previous} <Letter>k</Letter>
        </Button>
        <Button size="sm" aria-keyshortcuts="j" onClick={onNext}>
          {t.next} <Letter>j</Letter>
        </Button>
        <Button size="sm" aria-keyshortcuts="u" disabled={!onUndo} onClick={onUndo}>
          {t.undo} <Letter>u</Letter>
        </Button>
        <div className="letter-choice">
          <Checkbox
            label={t.keys}
            checked={lettersAreKeys}
            onChange={({ currentTarget }) => turnSingleKeys(currentTarget.checked)}
          />
        </div>
      </div>
      {known ? (
        <Prescription known={known} onAccept={onAccept} onNext={onNext} />
      ) : found.error ? (
        <Card flush>
          <QueryFailure title={t.failed} query={found} />
        </Card>
      ) : (
        <BlockSkeleton />
      )}
    </section>
  )
}

function Prescription({ known, onAccept, onNext }: Deciding & { known: StaffCase }) {
  const t = useText(staffIntakeText)
  const one = useText(staffCaseText)
  const { id, code, practice, comment, prescriber, attachmentsCount, products, scan, isScanAwaited } = known
  return (
    <>
      <header>
        <h2>
          {code} · {practice.name}
        </h2>
        <p className="muted">
          <PatientWords row={known} /> · {prescriber ?? one.noPrescriber}
        </p>
        <ButtonLink to="/staff/cases/$id" params={{ id }} size="sm" icon="case">
          {t.itsPage}
        </ButtonLink>
      </header>
      <StaffCaseDates known={known} />
      {known.status === 'registered' ? (
        <StaffAcceptForm known={known} onAccept={onAccept} onNext={onNext} />
      ) : (
        <Gone known={known} onNext={onNext} />
      )}
      {known.remakeOf && <RemakeOf known={known} />}
      <div className="intake__prescription">
        <div className="stack">
          <ProductTable products={products} />
          {comment && (
            <Card title={one.comment}>
              <p className="case__comment">{comment}</p>
            </Card>
          )}
        </div>
        <Card title={t.files}>
          {scan && (
            <p>
              <ScanLink scan={scan} />
            </p>
          )}
          {isScanAwaited && <p className="strong tone--warn">{one.noScan}</p>}
          {attachmentsCount > 0 ? (
            <FilesBeside orderId={id} />
          ) : scan || isScanAwaited ? null : (
            <p className="muted">{t.noFiles}</p>
          )}
        </Card>
      </div>
    </>
  )
}

/** A colleague or the practice has acted meanwhile: what was done, and by whom. */
function Gone({ known, onNext }: { known: StaffCase; onNext: () => void }) {
  const t = useText(staffIntakeText)
  const { meanwhile } = useText(staffCasesText)
  const { status: names } = useText(casesText)
  const format = useFormat()
  const last = known.timeline.at(-1)
  return (
    <Notice tone="info" live title={t.gone}>
      {last && <p>{meanwhile(last.by?.name ?? null, names[known.status], format.dayTime(last.at))}</p>}
      <Button size="sm" onClick={onNext}>
        {t.goOn}
      </Button>
    </Notice>
  )
}
