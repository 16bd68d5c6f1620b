import type { ReactNode } from 'react'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import type { Account, AccountField, AccountPart } from '../contract.ts'
import { heldIn } from './held.ts'
import { accountPageText } from './page-text.ts'
import { hasOwn, othersIn } from './use-request.ts'
import { useValueWords } from './use-value-words.ts'

type RequestDialogProps = {
  account: Account
  part: AccountPart
  form: Parameters<typeof FormDialog>[0]['form']
  onClose: () => void
  children: ReactNode
}

/** A form whose changes are sent to the laboratory as a request. */
export function RequestDialog({ account, part, form, onClose, children }: RequestDialogProps) {
  const t = useText(accountPageText)
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
      {hasOwn(account, part) && <Notice>{t.form.ownPending}</Notice>}
      {children}
    </FormDialog>
  )
}

type AskedOnceProps = {
  account: Account
  part: AccountPart
  field: AccountField
  /** Text typed before a colleague's request came in stays. */
  isTyped: boolean
  children: ReactNode
}

/** A field; where a colleague has asked to have it changed, what holds and what they want, to be read and not to be typed over. */
export function AskedOnce({ account, part, field, isTyped, children }: AskedOnceProps) {
  const t = useText(accountPageText)
  const { words } = useValueWords(t.none)
  const other = othersIn(account, part).find(({ fields }) => fields.some(one => one.field === field))
  return (
    <div className="field">
      {other && !isTyped ? (
        <>
          <p className="field__label">{t.fields[field]}</p>
          <p className="account__detail">{words(heldIn(account, part)[field])}</p>
        </>
      ) : (
        children
      )}
      {other && (
        <p className="field__hint account__detail" role="status">
          {t.form.pendingField(other.requestedBy, other.mayWithdraw)}
          {'\n'}
          {t.form.wanted(words(other.fields.find(one => one.field === field)?.after))}
        </p>
      )}
    </div>
  )
}
