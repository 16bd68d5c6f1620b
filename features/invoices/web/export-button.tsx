import { useState } from 'react'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { saveFile } from '#kit/web/save-file.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { invoiceCalls } from '../contract.ts'
import { filtersOf } from './list-changes.ts'
import type { InvoiceSearch } from './search.ts'

import { invoicesText } from './text.ts'

/** All that the list shows on all of its pages, for the accountant. */
export function ExportButton({ search }: { search: InvoiceSearch }) {
  const t = useText(invoicesText)
  const sentence = useProblemText()
  const [isPending, setPending] = useState(false)
  async function save() {
    setPending(true)
    try {
      saveFile(await call(invoiceCalls.export, { query: filtersOf(search) }), t.exportName)
    } catch (failure) {
      toast({ title: t.exportFailed, description: sentence(failure), tone: 'late' })
    }
    setPending(false)
  }
  return (
    <Button icon="download" pending={isPending} onClick={() => void save()}>
      {t.export}
    </Button>
  )
}
