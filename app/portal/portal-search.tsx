import { useState } from 'react'
import { useMay } from '#features/auth/web/use-user.ts'
import type { CaseRow } from '#features/cases/contract.ts'
import { DeliveryNote } from '#features/cases/web/delivery-note.tsx'
import { PatientWords } from '#features/cases/web/patient-words.tsx'
import { caseList } from '#features/cases/web/queries.ts'
import { StatusPill } from '#features/cases/web/status-pill.tsx'
import { InvoicePill } from '#features/invoices/web/invoice-pill.tsx'
import { invoiceQueryOf } from '#features/invoices/web/list-changes.ts'
import { invoiceList } from '#features/invoices/web/queries.ts'
import { CommandPalette, type Found, type PaletteGroup } from '#features/palette/web/command-palette.tsx'
import type { PaletteEntry } from '#features/palette/web/palette-option.tsx'
import { portalPaletteText } from '#features/palette/web/portal-text.ts'
import { typedAhead } from '#features/palette/web/typed-ahead.ts'
import { useFound } from '#features/palette/web/use-found.ts'
import { matchesWords } from '#kit/web/search-words.ts'
import { useText } from '#kit/web/text.tsx'

const mostShown = { cases: 8, invoices: 8 }

/** Quick access with the practice's cases and invoices. */
export function PortalSearch({ groups, onClose }: { groups: readonly PaletteGroup[]; onClose: () => void }) {
  const { says: saysOfCases, saysOfInvoices } = useText(portalPaletteText)
  const says = useMay('invoices') ? { ...saysOfCases, ...saysOfInvoices } : saysOfCases
  const [typed, setTyped] = useState(typedAhead)
  const cases = useFoundCases(typed.trim())
  const invoices = useFoundInvoices(typed.trim())
  // Reported as not found only when neither search has found anything.
  const found: Found = {
    ...cases,
    isComing: cases.isComing || invoices.isComing,
    error: cases.error ?? invoices.error,
    retry: () => {
      cases.retry()
      invoices.retry()
    },
    groups: [...cases.groups, invoices.group],
    total: cases.total + invoices.group.entries.length,
  }
  return <CommandPalette groups={groups} typed={typed} onType={setTyped} found={found} says={says} onClose={onClose} />
}

const fits = ({ code, patient, patientCode }: CaseRow, words: string) =>
  matchesWords(`${code} ${patient ?? ''} ${patientCode}`, words)

/** Cases of any tab by number, patient or patient code. */
function useFoundCases(words: string): Found {
  const t = useText(portalPaletteText)
  const { data, isOlder, ...state } = useFound(words, search => caseList({ tab: 'all', page: 1, search }))
  const known = data?.data ?? []
  const rows = (isOlder ? known.filter(row => fits(row, words)) : known).slice(0, mostShown.cases)
  const total = isOlder ? 0 : (data?.page.total ?? 0)
  const entries = rows.map(
    (row): PaletteEntry => ({
      id: row.id,
      to: `/cases/${row.id}`,
      icon: 'case',
      label: row.code,
      detail: (
        <>
          <PatientWords row={row} /> <DeliveryNote row={row} />
        </>
      ),
      end: <StatusPill row={row} />,
    }),
  )
  return {
    ...state,
    groups: [{ id: 'cases', head: t.groups.cases, entries }],
    total: Math.max(total, rows.length),
    more: total > rows.length ? t.more(rows.length, total) : undefined,
  }
}

/** Invoices by number, only for searches with a digit, and for users who may see invoices. */
function useFoundInvoices(words: string) {
  const t = useText(portalPaletteText)
  const asks = useMay('invoices') && /\d/.test(words)
  const { data, isOlder, ...state } = useFound(asks ? words : '', search => invoiceList(invoiceQueryOf({ search })))
  const known = data?.data ?? []
  const rows = isOlder ? known.filter(({ pieceCode }) => matchesWords(pieceCode, words)) : known
  const entries = rows.slice(0, mostShown.invoices).map(
    (piece): PaletteEntry => ({
      id: piece.id,
      to: `/invoices/${piece.id}`,
      icon: 'document',
      label: piece.pieceCode,
      end: <InvoicePill piece={piece} />,
    }),
  )
  const group: PaletteGroup = { id: 'invoices', head: t.groups.invoices, entries }
  return { ...state, group }
}
