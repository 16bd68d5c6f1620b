import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { saveFile } from '#kit/web/save-file.ts'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { importCalls, type OpenedImport, type Preview } from '../contract.ts'
import { type Columns, fieldsOf } from '../fields.ts'
import { mostShown } from '../rules.ts'
import { importText } from './staff-text.ts'

type Props = { file: OpenedImport; columns: Columns; preview: Preview; onImported: () => void }

/** What would become of the file: how much is new, and what is wrong in which line. */
export function ImportPreview({ file, columns, preview, onImported }: Props) {
  const text = useText(importText)
  const t = text.preview
  const sentence = useProblemText()
  const { added, changed, unchanged, wrong, faults } = preview
  const applying = useAttempt(async () => {
    await call(importCalls.apply, { params: { id: file.id }, body: { columns, counts: { added, changed, unchanged } } })
    onImported()
  })
  const saving = useAttempt(async () => {
    saveFile(await call(importCalls.faults, { params: { id: file.id } }), t.fileName)
  })
  const failed = applying.error ?? saving.error
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
        {wrong > 0 ? (
          <>
            <Notice tone="late" title={t.wrongTitle(wrong)}>
              {t.wrong}
            </Notice>
            <Faults {...{ file, faults, isCut: faults.length >= mostShown }} />
            <div className="row">
              <Button icon="download" pending={saving.isPending} onClick={() => void saving.run()}>
                {t.save}
              </Button>
            </div>
          </>
        ) : added + changed === 0 ? (
          <p className="muted">{t.nothing}</p>
        ) : (
          <>
            {file.kind !== 'products' && <p>{t.invited(added)}</p>}
            <div className="row">
              <Button variant="primary" icon="check" pending={applying.isPending} onClick={() => void applying.run()}>
                {t.apply(added + changed)}
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

function Faults({ file, faults, isCut }: { file: OpenedImport; faults: Preview['faults']; isCut: boolean }) {
  const text = useText(importText)
  const t = text.preview
  const language = useLanguage()
  const heads = new Map<string, string>(fieldsOf(file.kind).map(({ name, heads }) => [name, heads[language][0]]))
  return (
    <>
      {isCut && <p className="small muted">{t.first(faults.length)}</p>}
      <Table
        caption={t.faults}
        rows={faults}
        rowKey={({ line, field }) => `${line}/${field}`}
        columns={[
          { key: 'line', label: t.heads.line, size: 'sm', phone: 'title', cell: ({ line }) => line },
          {
            key: 'column',
            label: t.heads.column,
            cell: ({ field }) => (field === null ? t.wholeLine : (heads.get(field) ?? field)),
          },
          { key: 'cell', label: t.heads.cell, cell: ({ cell }) => cell || '—' },
          { key: 'fault', label: t.heads.fault, cell: ({ code }) => text.faults[code] },
        ]}
      />
    </>
  )
}
