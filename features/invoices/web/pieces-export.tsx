import { call } from '#kit/web/call.ts'
import { useText } from '#kit/web/text.tsx'
import { Menu, MenuButton } from '#kit/web/ui/menu.tsx'
import { useSaving } from '#kit/web/use-saving.ts'
import { staffInvoiceCalls } from '../staff-contract.ts'
import { filtersOf } from './list-changes.ts'
import type { PieceSearch } from './staff-search.ts'
import { invoicesText } from './text.ts'

/** Everything in the list, over all of its pages, for the accountant: as documents or as a table. */
export function PiecesExport({ search }: { search: PieceSearch }) {
  const t = useText(invoicesText)
  const { save, isPending } = useSaving(t.refusals)
  const query = filtersOf(search)
  const archive = () => call(staffInvoiceCalls.archive, { query })
  const table = () => call(staffInvoiceCalls.export, { query })
  return (
    <Menu label={t.exports} icon="download" align="end" pending={isPending}>
      <MenuButton onSelect={() => save({ load: archive, name: t.archiveName, failed: t.archiveFailed })}>
        {t.archive}
      </MenuButton>
      <MenuButton onSelect={() => save({ load: table, name: t.exportName, failed: t.exportFailed })}>
        {t.export}
      </MenuButton>
    </Menu>
  )
}
