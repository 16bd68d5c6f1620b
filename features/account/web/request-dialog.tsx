import type { ReactNode } from 'react'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import type { Account, AccountPart } from '../contract.ts'
import { accountPageText } from './page-text.ts'
import { othersIn } from './use-request.ts'

type RequestDialogProps = {
  account: Account
  part: AccountPart
  form: Parameters<typeof FormDialog>[0]['form']
  onClose: () => void
  children: ReactNode
}

/** A form whose words go to the laboratory first; what colleagues have asked for is said before anything is typed. */
export function RequestDialog({ account, part, form, onClose, children }: RequestDialogProps) {
  const t = useText(accountPageText)
  const others = othersIn(account, part)
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t.change(t.parts[part])}
      description={t.form.description}
      submitLabel={t.form.submit}
      failed={t.form.failed}
      refusals={t.refusals}
    >
      {others.map(({ id, requestedBy, fields }) => (
        <Notice key={id} live>
          {t.form.pending(requestedBy, fields.map(({ field }) => t.fields[field]).join(', '))}
        </Notice>
      ))}
      {children}
    </FormDialog>
  )
}
