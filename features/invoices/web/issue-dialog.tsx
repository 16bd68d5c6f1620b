import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useChanged } from '#features/live/web/use-changed.ts'
import { typedCents } from '#kit/typed-amount.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Choices } from '#kit/web/ui/choices.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import type { CaseToBill } from '../billing-contract.ts'
import { issuedTypes, NewPiece } from '../billing-input.ts'
import { sumsOf } from '../billing-rules.ts'
import { staffInvoiceCalls } from '../staff-contract.ts'
import { billingSettings } from './staff-queries.ts'
import { actsText, booksText } from './staff-text.ts'

export type IssueDialogProps = { practiceId: string; cases: readonly CaseToBill[] }
type Props = IssueDialogProps & { onClose: () => void }

/** Waits for the settings, so that the laboratory's usual first step is preselected. */
export function IssueDialog(props: Props) {
  const settings = useQuery(billingSettings)
  if (settings.isPending) return null
  return <Issue {...props} asksApproval={settings.data?.asksApproval ?? false} />
}

function Issue({ practiceId, cases, asksApproval, onClose }: Props & { asksApproval: boolean }) {
  const t = useText(actsText).issue
  const { actFailed, optional, refusals } = useText(booksText)
  const format = useFormat()
  const navigate = useNavigate()
  const changed = useChanged()
  const { netCents, totalCents } = sumsOf(cases)
  const form = useForm({
    initial: {
      type: asksApproval ? ('pro_forma' as const) : ('invoice' as 'invoice' | 'pro_forma'),
      discount: '',
      isLater: false,
    },
    shape: NewPiece,
    body: ({ type, discount, isLater }) => ({
      practiceId,
      orderIds: cases.map(({ id }) => id),
      type,
      // A percentage with two decimals parses like euros: into hundredths.
      discount: discount.trim() === '' ? 0 : (typedCents(discount.replace('%', '')) ?? Number.NaN),
      isReleased: type === 'pro_forma' || !isLater,
    }),
    asksBeforeLeaving: ({ discount }) => discount.trim() !== '',
    sentences: {
      discount: { amount_expected: t.discountWrong, too_small: t.discountWrong, too_large: t.discountWrong },
    },
    send: (body, key) => call(staffInvoiceCalls.issue, { body, key }).finally(() => void changed('invoices', 'orders')),
    done: ({ data: { ids } }) => {
      toast({ title: t.done[form.values.type] })
      onClose()
      const [id] = ids
      if (id && ids.length === 1) void navigate({ to: '/staff/invoices/$id', params: { id } })
    },
  })
  const { type, isLater } = form.values
  return (
    <FormDialog
      {...{ form, onClose, refusals }}
      title={t.title(cases.length)}
      description={t.totals(format.money(netCents), format.money(totalCents))}
      submitLabel={t.submit[type]}
      failed={actFailed}
    >
      <Choices
        {...form.field('type')}
        label={t.type}
        options={issuedTypes.map(value => ({ value, label: t.types[value], detail: t.details[value] }))}
      />
      <TextInput {...form.text('discount')} label={t.discount} mark={optional} inputMode="decimal" autoComplete="off" />
      {type === 'invoice' && (
        <Checkbox
          name="isLater"
          label={t.later}
          hint={t.laterHint}
          checked={isLater}
          onChange={({ currentTarget }) => form.set({ isLater: currentTarget.checked })}
        />
      )}
    </FormDialog>
  )
}
