import { call } from '#kit/web/call.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { useSaving } from '#kit/web/use-saving.ts'
import { documentName } from '../document-name.ts'
import { type StaffInvoice, staffInvoiceCalls } from '../staff-contract.ts'
import { piecesText } from './staff-text.ts'

/** The paper that the practice has, too. Initial balances have none, and that of a piece issued elsewhere may not have come. */
export function PieceDocument({ piece: { id, pieceCode, hasDocument, date } }: { piece: StaffInvoice }) {
  const t = useText(piecesText).piece
  const { save, isPending } = useSaving(t.documentRefusals)
  if (!hasDocument) return null
  const paper = {
    load: () => call(staffInvoiceCalls.document, { params: { id } }),
    name: documentName({ pieceCode, date }),
    failed: t.documentFailed,
  }
  return (
    <Button icon="download" pending={isPending} onClick={() => save(paper)}>
      {t.document}
    </Button>
  )
}
