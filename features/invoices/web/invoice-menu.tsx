import { call } from '#kit/web/call.ts'
import { useText } from '#kit/web/text.tsx'
import { Menu, MenuButton, MenuLink } from '#kit/web/ui/menu.tsx'
import { useSaving } from '#kit/web/use-saving.ts'
import { type InvoiceRow, invoiceCalls } from '../contract.ts'
import { invoicesText } from './text.ts'

/** The documents of a listed piece; paying has a button of its own. */
export function InvoiceMenu({ row: { id, pieceCode, type, returnedAs, hasReceipt } }: { row: InvoiceRow }) {
  const t = useText(invoicesText)
  const { save, isPending } = useSaving(t.refused)
  const receipt = {
    load: () => call(invoiceCalls.receipt, { params: { id } }),
    name: t.receiptName(pieceCode),
    failed: t.receiptFailed(pieceCode),
  }
  return (
    <Menu label={t.actionsFor(pieceCode)} icon="dots" iconOnly variant="bare" align="end" pending={isPending}>
      <MenuLink to="/invoices/$id" params={{ id }} icon="bill">
        {returnedAs ? t.returned[returnedAs] : t.view[type]}
      </MenuLink>
      {hasReceipt && (
        <MenuButton icon="download" onSelect={() => save(receipt)}>
          {returnedAs ? t.download : t.viewReceipt}
        </MenuButton>
      )}
    </Menu>
  )
}
