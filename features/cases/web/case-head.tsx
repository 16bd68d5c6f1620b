import { Link } from '@tanstack/react-router'
import { useBrand } from '#features/brand/web/brand-context.tsx'
import { useUnreadMark } from '#features/notices/web/unread-mark.tsx'
import { useTraceabilitySheet } from '#features/traceability/web/use-traceability-sheet.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonAnchor, ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import type { Case, CaseRow } from '../contract.ts'
import { CaseActions } from './case-actions.tsx'
import { PatientWords } from './patient-words.tsx'
import { casesText } from './text.ts'

type Props = { row: CaseRow | undefined; whole: Case | undefined }

/** The case's number, patient and one-line summary. */
export function CaseHead({ row, whole }: Props) {
  const t = useText(casesText)
  const { companyName, clientServicePhone } = useBrand()
  const sheet = useTraceabilitySheet(row, t.sheet)
  const unreadMark = useUnreadMark()
  // Shown before the download: a provisional sheet must not reach a patient.
  const isProvisional = whole?.statement === null
  return (
    <>
      <p className="case__letterhead">
        {companyName} · {clientServicePhone}
      </p>
      <PageHead
        title={
          row ? (
            <>
              {row.code}
              {unreadMark(row.id)}
            </>
          ) : (
            <Skeleton shape="title" width="medium" />
          )
        }
        description={
          <>
            <span className="case__patient links">
              {row ? (
                <Link to="/cases/$id/patient" params={{ id: row.id }} className="link" title={t.one.ofPatient}>
                  <PatientWords row={row} />
                </Link>
              ) : (
                <Skeleton width="medium" />
              )}
            </span>
            {row ? row.summary : <Skeleton width="long" />}
          </>
        }
        actions={
          <CaseActions known={whole}>
            {row?.tracking?.url && (
              <ButtonAnchor href={row.tracking.url} target="_blank" rel="noopener noreferrer" icon="external">
                {t.one.track}
              </ButtonAnchor>
            )}
            {whole?.invoiceId && (
              <ButtonLink to="/invoices/$id" params={{ id: whole.invoiceId }} icon="bill">
                {t.one.consultInvoice}
              </ButtonLink>
            )}
            <Button
              icon="download"
              disabled={!row}
              pending={sheet.isPending}
              aria-label={isProvisional ? t.sheet.downloadProvisional : t.sheet.download}
              onClick={event => void sheet.download(event.currentTarget)}
            >
              {isProvisional ? t.sheet.provisional : t.sheet.name}
            </Button>
          </CaseActions>
        }
      />
      {sheet.failure && (
        <Notice tone="late" live title={row && t.sheet.failed(row.code)}>
          {sheet.failure}
        </Notice>
      )}
    </>
  )
}
