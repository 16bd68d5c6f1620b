import { useState } from 'react'
import { call } from '#kit/web/call.ts'
import { useText } from '#kit/web/text.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { useForm } from '#kit/web/use-form.ts'
import { type Account, accountCalls } from '../contract.ts'
import { DeliveryPatch } from '../input.ts'
import { accountPageText } from './page-text.ts'
import { AskedOnce, RequestDialog } from './request-dialog.tsx'
import { ownAsked, patchOf, useRequest } from './use-request.ts'
import { WeekdayChoices } from './weekday-choices.tsx'

const part = 'delivery_instruction'

export function DeliveryDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const words = useText(accountPageText)
  const t = words.form
  const request = useRequest(account, part)
  // Fixed when opened: otherwise the laboratory's meanwhile changes would be undone by untouched fields.
  const [initial] = useState(() => {
    const known = { ...account.deliveryInstruction, ...ownAsked(account, part) }
    return {
      deliveryInstruction: known.deliveryInstruction ?? '',
      deliveryDays: known.deliveryDays,
      openingDays: known.openingDays,
    }
  })
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
  const changed = patchOf(initial, form.values)
  const asked = (field: keyof typeof initial) => ({ account, part, field, isTyped: field in changed }) as const
  return (
    <RequestDialog account={account} part={part} form={form} onClose={onClose}>
      <AskedOnce {...asked('deliveryInstruction')}>
        <TextArea
          {...form.text('deliveryInstruction')}
          label={words.fields.deliveryInstruction}
          mark={t.optional}
          hint={t.instructionHint}
          rows={3}
        />
      </AskedOnce>
      <AskedOnce {...asked('deliveryDays')}>
        <WeekdayChoices {...form.field('deliveryDays')} label={words.fields.deliveryDays} />
      </AskedOnce>
      <AskedOnce {...asked('openingDays')}>
        <WeekdayChoices {...form.field('openingDays')} label={words.fields.openingDays} />
      </AskedOnce>
    </RequestDialog>
  )
}
