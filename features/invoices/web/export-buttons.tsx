import { useState } from 'react'
import type { Bytes } from '#kit/contract.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { saveFile } from '#kit/web/save-file.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { accountCalls } from '../account-contract.ts'
import { invoiceCalls } from '../contract.ts'
import { filtersOf } from './list-changes.ts'
import type { InvoiceSearch } from './search.ts'
import { invoicesText } from './text.ts'

/**
 * For the accountant: the account over the chosen days, this year unless some are chosen; and all that the list shows on all of
 * its pages, as a table and as the documents themselves.
 */
export function ExportButtons({ search }: { search: InvoiceSearch }) {
  const t = useText(invoicesText)
  const query = filtersOf(search)
  return (
    <>
      <SaveButton
        label={t.statement}
        name={t.statementName}
        failed={t.statementFailed}
        load={() => call(accountCalls.statement, { query: { from: search.from, to: search.to } })}
      />
      <SaveButton
        label={t.archive}
        name={t.archiveName}
        failed={t.archiveFailed}
        load={() => call(invoiceCalls.archive, { query })}
      />
      <SaveButton
        label={t.export}
        name={t.exportName}
        failed={t.exportFailed}
        load={() => call(invoiceCalls.export, { query })}
      />
    </>
  )
}

type SaveButtonProps = { label: string; name: string; failed: string; load: () => Promise<Bytes> }

function SaveButton({ label, name, failed, load }: SaveButtonProps) {
  const t = useText(invoicesText)
  const sentence = useProblemText()
  const [isPending, setPending] = useState(false)
  async function save() {
    setPending(true)
    try {
      saveFile(await load(), name)
    } catch (failure) {
      toast({ title: failed, description: sentence(failure, t.refusals), tone: 'late' })
    }
    setPending(false)
  }
  return (
    <Button icon="download" pending={isPending} onClick={() => void save()}>
      {label}
    </Button>
  )
}
