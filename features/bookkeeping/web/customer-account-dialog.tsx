import { useQuery } from '@tanstack/react-query'
import { practiceToBill } from '#features/invoices/web/staff-queries.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useVersionedForm } from '#kit/web/use-versioned-form.tsx'
import { customerAccountCalls } from '../customer-contract.ts'
import { CustomerAccount } from '../customer-input.ts'
import { bookkeepingText } from './staff-text.ts'

export type CustomerAccountDialogProps = {
  practice: { id: string; name: string; customerAccount: { said: string; usual: string } }
}

/** For practices that have another account in the laboratory's external books. */
export function CustomerAccountDialog({ practice, onClose }: CustomerAccountDialogProps & { onClose: () => void }) {
  const { id, name } = practice
  // The current account, not the one when the dialog opened.
  const {
    customerAccount: { said, usual },
  } = useQuery(practiceToBill(id)).data ?? practice
  const { customer: t } = useText(bookkeepingText)
  const changed = useChanged()
  const form = useVersionedForm({
    initial: { account: said },
    version: said,
    shape: CustomerAccount,
    // The default account shown need not be stored.
    body: ({ account }, seen) => ({ account: account.trim().toUpperCase() === usual ? '' : account, seen }),
    sentences: { account: { too_long: t.wrong, account_wrong: t.wrong } },
    send: body => call(customerAccountCalls.set, { params: { id }, body }).finally(() => void changed('invoices')),
    done: () => {
      toast({ title: t.saved })
      onClose()
    },
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.title(name)}
      description={t.description}
      submitLabel={t.submit}
      failed={t.failed}
      refusals={t.refusals}
    >
      <TextInput
        {...form.text('account')}
        label={t.field}
        hint={t.hint(usual)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </FormDialog>
  )
}
