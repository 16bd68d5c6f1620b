import type { Day } from '#kit/day.ts'
import { call } from '#kit/web/call.ts'
import { useText } from '#kit/web/text.tsx'
import { useSaving } from '#kit/web/use-saving.ts'
import { invoiceCalls } from '../contract.ts'
import { documentName } from '../document-name.ts'
import { invoicesText } from './text.ts'

/** Downloads the document of a piece; for a payment, its receipt. */
export function useDocument({ id, pieceCode, date }: { id: string; pieceCode: string; date: Day }) {
  const t = useText(invoicesText)
  const { save, isPending } = useSaving(t.refused)
  return {
    isPending,
    save: () =>
      save({
        load: () => call(invoiceCalls.document, { params: { id } }),
        name: documentName({ pieceCode, date }),
        failed: t.documentFailed(pieceCode),
      }),
  }
}
