import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { saveFile } from '#kit/web/save-file.ts'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { useForm } from '#kit/web/use-form.ts'
import { type BenchSheet, inspectionCalls, staffTraceabilityCalls } from '../contract.ts'
import { NewStatement } from '../input.ts'
import { isPutRight, plainName, traceabilitySheetName } from '../rules.ts'
import { staffSheetsText } from './staff-text.ts'

type SheetSignatureProps = { sheet: BenchSheet; isOpen: boolean }

/** What is missing, then the signature, and what was signed. */
export function SheetSignature({ sheet, isOpen }: SheetSignatureProps) {
  const t = useText(staffSheetsText).sheet
  const { dayTime } = useFormat()
  const { statement, isChanged, gaps, products } = sheet
  const labels = new Map(products.map(({ caseSequence, label }) => [caseSequence, label]))
  return (
    <Card title={t.signTitle}>
      <div className="stack">
        {statement && (
          <Notice tone="ok">
            {t.signed(statement.number, statement.version, statement.signedBy, dayTime(statement.signedAt))}
          </Notice>
        )}
        {isChanged && <Notice tone="warn">{t.isChanged}</Notice>}
        {isOpen && gaps.length > 0 && (
          <Notice tone="warn" title={t.missing}>
            <ul className="bench-gaps">
              {gaps.map(({ code, caseSequence }) => {
                const product = caseSequence !== undefined && labels.get(caseSequence)
                return (
                  <li key={`${code} ${caseSequence}`}>{product ? t.ofProduct(product, t.gaps[code]) : t.gaps[code]}</li>
                )
              })}
            </ul>
          </Notice>
        )}
        {isOpen ? (
          <SignForm id={sheet.id} version={(statement?.version ?? 0) + 1} gaps={gaps} />
        ) : (
          <div>
            <ButtonLink to="/staff/sheets">{t.next}</ButtonLink>
          </div>
        )}
        <CaseFiles sheet={sheet} />
      </div>
    </Card>
  )
}

/** The signed sheet, to print for the box, and the file of this case for an inspector. */
function CaseFiles({ sheet: { id, code, statement } }: { sheet: BenchSheet }) {
  const { sheet: t, inspection } = useText(staffSheetsText)
  const language = useLanguage()
  const params = { id }
  return (
    <div>
      {statement && (
        <Download
          label={t.signedSheet}
          failed={t.sheetFailed}
          fetch={async () =>
            saveFile(await call(staffTraceabilityCalls.sheet, { params }), traceabilitySheetName(code, language))
          }
        />
      )}
      <Download
        label={t.inspection}
        failed={inspection.failed}
        fetch={async () => saveFile(await call(inspectionCalls.ofCase, { params }), inspection.name(plainName(code)))}
      />
    </div>
  )
}

function Download({ label, failed, fetch }: { label: string; failed: string; fetch: () => Promise<void> }) {
  const sentence = useProblemText()
  const { run, isPending, error } = useAttempt(fetch)
  return (
    <div>
      <Button icon="download" variant="bare" pending={isPending} onClick={() => void run()}>
        {label}
      </Button>
      {error !== undefined && (
        <Notice tone="late" live title={failed}>
          {sentence(error)}
        </Notice>
      )}
    </div>
  )
}

type SignFormProps = Pick<BenchSheet, 'id' | 'gaps'> & { version: number }

function SignForm({ id, version, gaps }: SignFormProps) {
  const t = useText(staffSheetsText).sheet
  const sentence = useProblemText()
  const changed = useChanged()
  const words = { too_long: t.tooLong }
  const form = useForm({
    initial: { unmetRequirements: '', substances: '' },
    shape: NewStatement,
    body: ({ unmetRequirements, substances }) => ({
      ...(unmetRequirements.trim() && { unmetRequirements }),
      ...(substances.trim() && { substances }),
    }),
    sentences: { unmetRequirements: words, substances: words },
    send: (body, key) =>
      call(staffTraceabilityCalls.signStatement, { params: { id }, body, key }).finally(() => void changed('sheets')),
    done: ({ data }) => {
      toast({ title: t.done(data.number) })
    },
  })
  return (
    <form className="stack" {...form.props}>
      <details>
        <summary className="link">{t.more}</summary>
        <div className="stack">
          <TextArea {...form.text('unmetRequirements')} label={t.unmet} mark={t.optional} />
          <TextArea {...form.text('substances')} label={t.substances} mark={t.optional} />
        </div>
      </details>
      {form.failure !== undefined && !isPutRight(form.failure, gaps) && (
        <Notice tone="late" live title={t.signFailed}>
          {sentence(form.failure, t.signRefusals)}
        </Notice>
      )}
      <div>
        <Button type="submit" variant="primary" icon="check" pending={form.isPending}>
          {version === 1 ? t.sign : t.signAgain(version)}
        </Button>
      </div>
    </form>
  )
}
