import { call } from '#kit/web/call.ts'
import { useText } from '#kit/web/text.tsx'
import { Menu, MenuButton } from '#kit/web/ui/menu.tsx'
import { useSaving } from '#kit/web/use-saving.ts'
import { accountCalls } from '../account-contract.ts'
import { invoiceCalls } from '../contract.ts'
import { filtersOf } from './list-changes.ts'
import type { InvoiceSearch } from './search.ts'
import { invoicesText } from './text.ts'

/**
 * For the accountant: the account over the chosen days (by default this year), and everything in the list, over all of
 * its pages, as a table or as documents.
 */
export function ExportMenu({ search }: { search: InvoiceSearch }) {
  const t = useText(invoicesText)
  const { save, isPending } = useSaving(t.refusals)
  const query = filtersOf(search)
  const period = { from: search.from, to: search.to }
  const statement = () => call(accountCalls.statement, { query: period })
  const archive = () => call(invoiceCalls.archive, { query })
  const table = () => call(invoiceCalls.export, { query })
  return (
    <Menu label={t.exports} icon="download" align="end" pending={isPending}>
      <MenuButton onSelect={() => save({ load: statement, name: t.statementName, failed: t.statementFailed })}>
        {t.statement}
      </MenuButton>
      <MenuButton onSelect={() => save({ load: archive, name: t.archiveName, failed: t.archiveFailed })}>
        {t.archive}
      </MenuButton>
      <MenuButton onSelect={() => save({ load: table, name: t.exportName, failed: t.exportFailed })}>
        {t.export}
      </MenuButton>
    </Menu>
  )
}
