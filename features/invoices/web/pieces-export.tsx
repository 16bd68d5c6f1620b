import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { saveFile } from '#kit/web/save-file.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { staffInvoiceCalls } from '../staff-contract.ts'
import { filtersOf } from './list-changes.ts'
import type { PieceSearch } from './staff-search.ts'
import { invoicesText } from './text.ts'

/** All that the list shows on all of its pages, for the accountant. */
export function PiecesExport({ search }: { search: PieceSearch }) {
  const t = useText(invoicesText)
  const sentence = useProblemText()
  const { run, isPending } = useAttempt(async () => {
    try {
      saveFile(await call(staffInvoiceCalls.export, { query: filtersOf(search) }), t.exportName)
    } catch (failure) {
      toast({ title: t.exportFailed, description: sentence(failure), tone: 'late' })
    }
  })
  return (
    <Button icon="download" pending={isPending} onClick={() => void run()}>
      {t.export}
    </Button>
  )
}
