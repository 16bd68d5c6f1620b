import { call } from '#kit/web/call.ts'
import { useText } from '#kit/web/text.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { useForm } from '#kit/web/use-form.ts'
import { type Account, accountCalls } from '../contract.ts'
import { DeliveryPatch } from '../input.ts'
import { accountPageText } from './page-text.ts'
import { RequestDialog } from './request-dialog.tsx'
import { ownAsked, patchOf, useRequest } from './use-request.ts'
import { WeekdayChoices } from './weekday-choices.tsx'

const part = 'delivery_instruction'

export function DeliveryDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const words = useText(accountPageText)
  const t = words.form
  const request = useRequest(account, part)
  const known = { ...account.deliveryInstruction, ...ownAsked(account, part) }
  const initial = {
    deliveryInstruction: known.deliveryInstruction ?? '',
    deliveryDays: known.deliveryDays,
    openingDays: known.openingDays,
  }
  const { faults } = t
  const form = useForm({
    initial,
    shape: DeliveryPatch,
    body: values => {
      const { deliveryInstruction, ...patch } = patchOf(initial, values)
      return {
        ...patch,
        ...(deliveryInstruction !== undefined && { deliveryInstruction: deliveryInstruction.trim() || null }),
      }
    },
    sentences: {
      deliveryInstruction: { too_long: faults.tooLong },
      deliveryDays: { required: faults.days },
      openingDays: { required: faults.days },
    },
    refused: request.refused,
    send: body => call(accountCalls.changeDelivery, { body }),
    failed: request.failed,
    done: made => {
      request.done(made)
      onClose()
    },
  })
  return (
    <RequestDialog account={account} part={part} form={form} onClose={onClose}>
      <TextArea
        {...form.text('deliveryInstruction')}
        label={words.fields.deliveryInstruction}
        mark={t.optional}
        hint={t.instructionHint}
        rows={3}
      />
      <WeekdayChoices {...form.field('deliveryDays')} label={words.fields.deliveryDays} />
      <WeekdayChoices {...form.field('openingDays')} label={words.fields.openingDays} />
    </RequestDialog>
  )
}
