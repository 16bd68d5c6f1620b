import { useState } from 'react'
import type { CaseRow } from '#features/cases/contract.ts'
import { DeliveryNote } from '#features/cases/web/delivery-note.tsx'
import { PatientWords } from '#features/cases/web/patient-words.tsx'
import { caseList } from '#features/cases/web/queries.ts'
import { StatusPill } from '#features/cases/web/status-pill.tsx'
import { CommandPalette, type Found, type PaletteGroup } from '#features/palette/web/command-palette.tsx'
import type { PaletteEntry } from '#features/palette/web/palette-option.tsx'
import { portalPaletteText } from '#features/palette/web/portal-text.ts'
import { typedAhead } from '#features/palette/web/typed-ahead.ts'
import { useFound } from '#features/palette/web/use-found.ts'
import { matchesWords } from '#kit/web/search-words.ts'
import { useText } from '#kit/web/text.tsx'

const mostShown = 8

/** Quick access with the cases of the practice. */
export function PortalSearch({ groups, onClose }: { groups: readonly PaletteGroup[]; onClose: () => void }) {
  const { says } = useText(portalPaletteText)
  const [typed, setTyped] = useState(typedAhead)
  const found = useFoundCases(typed.trim())
  return <CommandPalette groups={groups} typed={typed} onType={setTyped} found={found} says={says} onClose={onClose} />
}

const fits = ({ code, patient, patientCode }: CaseRow, words: string) =>
  matchesWords(`${code} ${patient ?? ''} ${patientCode}`, words)

/** Cases of any tab by number, patient or patient code. */
function useFoundCases(words: string): Found {
  const t = useText(portalPaletteText)
  const { data, isOlder, ...state } = useFound(words, search => caseList({ tab: 'all', page: 1, search }))
  const known = data?.data ?? []
  const rows = (isOlder ? known.filter(row => fits(row, words)) : known).slice(0, mostShown)
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
