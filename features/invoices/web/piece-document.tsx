import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { saveFile } from '#kit/web/save-file.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type StaffInvoice, staffInvoiceCalls } from '../staff-contract.ts'
import { piecesText } from './staff-text.ts'

/** The paper that the practice has, too. What was owed before the portal is on none. */
export function PieceDocument({ piece: { id, pieceCode, type } }: { piece: StaffInvoice }) {
  const t = useText(piecesText).piece
  const sentence = useProblemText()
  const { run, isPending } = useAttempt(async () => {
    try {
      saveFile(await call(staffInvoiceCalls.document, { params: { id } }), `${pieceCode}.pdf`)
    } catch (failure) {
      toast({ title: t.documentFailed, description: sentence(failure, t.documentRefusals), tone: 'late' })
    }
  })
  if (type === 'initialBalance') return null
  return (
    <Button icon="download" pending={isPending} onClick={() => void run()}>
      {t.document}
    </Button>
  )
}
