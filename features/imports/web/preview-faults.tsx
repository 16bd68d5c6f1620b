import { useState } from 'react'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import type { OpenedImport, Preview } from '../contract.ts'
import { fieldsOf } from '../fields.ts'
import { faultSentence } from '../listed.ts'
import { mostFaults } from '../rules.ts'
import { importText } from './staff-text.ts'

const pageSize = 25

/** Faults line by line; those beyond the last page are in the downloadable file. */
export function PreviewFaults({ file, faults }: { file: OpenedImport; faults: Preview['faults'] }) {
  const text = useText(importText)
  const t = text.preview
  const language = useLanguage()
  const [page, setPage] = useState(0)
  const heads = new Map<string, string>(fieldsOf(file.kind).map(({ name, heads }) => [name, heads[language][0]]))
  const first = page * pageSize
  const shown = faults.slice(first, first + pageSize)
  return (
    <>
      {faults.length >= mostFaults && <p className="small muted">{t.first(faults.length)}</p>}
      <Table
        caption={t.faults}
        rows={shown}
        rowKey={({ line, field }) => `${line}/${field}`}
        columns={[
          { key: 'line', label: t.heads.line, size: 'sm', phone: 'title', cell: ({ line }) => t.lineNumber(line) },
          {
            key: 'column',
            label: t.heads.column,
            cell: ({ field }) => (field === null ? t.wholeLine : (heads.get(field) ?? field)),
          },
          { key: 'cell', label: t.heads.cell, cell: ({ cell }) => cell || '—' },
          { key: 'fault', label: t.heads.fault, cell: fault => faultSentence(text, fault, language) },
        ]}
      />
      {faults.length > pageSize && (
        <div className="row">
          <p className="small muted" role="status">
            {t.shown(first + 1, first + shown.length, faults.length)}
          </p>
          {/* Disabled but never removed, so that the focus stays. */}
          <Button
            size="sm"
            icon="chevron-left"
            aria-disabled={page === 0 || undefined}
            onClick={() => setPage(Math.max(0, page - 1))}
          >
            {t.before}
          </Button>
          <Button
            size="sm"
            icon="chevron-right"
            aria-disabled={first + pageSize >= faults.length || undefined}
            onClick={() => setPage(first + pageSize < faults.length ? page + 1 : page)}
          >
            {t.after}
          </Button>
        </div>
      )}
    </>
  )
}
