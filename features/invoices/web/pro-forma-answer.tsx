import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { InvoiceRow } from '../contract.ts'
import type { ProFormaDialogProps } from './pro-forma-dialog.tsx'
import { invoicesText } from './text.ts'

const load = async () => (await import('./pro-forma-dialog.tsx')).ProFormaDialog

/** As long as the laboratory waits for a word on it: what answers it. */
export function ProFormaAnswer({ piece }: { piece: Pick<InvoiceRow, 'id' | 'pieceCode' | 'type' | 'status'> }) {
  const t = useText(invoicesText).proForma
  const { prepare, open, dialog } = useLateDialog<ProFormaDialogProps>(load)
  if (piece.type !== 'pro_forma' || piece.status !== 'to_validate') return null
  return (
    <>
      <Button
        size="sm"
        aria-label={t.answerTo(piece.pieceCode)}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => open({ piece })}
      >
        {t.answer}
      </Button>
      {dialog}
    </>
  )
}
