import { useState } from 'react'
import type { Day } from '#kit/day.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { saveFile } from '#kit/web/save-file.ts'
import { useText } from '#kit/web/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { invoiceCalls } from '../contract.ts'
import { documentName } from '../document-name.ts'
import { invoicesText } from './text.ts'

/** Hands the document of a piece to the browser; of a payment, that is its receipt. */
export function useDocument({ id, pieceCode, date }: { id: string; pieceCode: string; date: Day }) {
  const t = useText(invoicesText).piece
  const sentence = useProblemText()
  const [isPending, setPending] = useState(false)
  async function save() {
    setPending(true)
    try {
      saveFile(await call(invoiceCalls.document, { params: { id } }), documentName({ pieceCode, date }))
    } catch (failure) {
      toast({ title: t.documentFailed(pieceCode), description: sentence(failure, t.refusals), tone: 'late' })
    }
    setPending(false)
  }
  return { save, isPending }
}
