import { useState } from 'react'
import * as v from 'valibot'
import { MailAddress } from '#kit/mail.ts'
import { call } from '#kit/web/call.ts'
import { useText } from '#kit/web/text.tsx'
import { ListInput, type TypedList, wordsOf } from '#kit/web/ui/list-input.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { useForm } from '#kit/web/use-form.ts'
import { type Account, accountCalls } from '../contract.ts'
import { areDistinct, ContactPatch } from '../input.ts'
import { accountPageText } from './page-text.ts'
import { AskedOnce, RequestDialog } from './request-dialog.tsx'
import { ownAsked, patchOf, useRequest } from './use-request.ts'

const part = 'contact_information'

export function ContactDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const words = useText(accountPageText)
  const t = words.form
  const request = useRequest(account, part)
  // Fixed when opened: otherwise the laboratory's meanwhile changes would be undone by untouched fields.
  const [initial] = useState<{ phone: string; mobile: string; emails: TypedList }>(() => {
    const known = { ...account.contactInformation, ...ownAsked(account, part) }
    return {
      phone: known.phone ?? '',
      mobile: known.mobile ?? '',
      emails: { kept: known.emails, typed: '' },
    }
  })
  const { faults } = t
  const form = useForm({
    initial,
    shape: ContactPatch,
    body: values => {
      const { mobile, emails, ...patch } = patchOf(initial, values)
      return {
        ...patch,
        ...(mobile !== undefined && { mobile: mobile.trim() || null }),
        ...(emails !== undefined && { emails: wordsOf(emails) }),
      }
    },
    sentences: {
      phone: { required: faults.phone, phone_expected: faults.phoneForm, too_long: faults.tooLong },
      mobile: { phone_expected: faults.phoneForm, too_long: faults.tooLong },
      emails: {
        required: faults.emails,
        mail_address_expected: faults.emailsForm,
        repeated: faults.emailsTwice,
        too_many: faults.emailsMany,
      },
    },
    refused: request.refused,
    send: body => call(accountCalls.changeContact, { body }),
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
      <AskedOnce {...asked('phone')}>
        <TextInput {...form.text('phone')} label={words.fields.phone} type="tel" autoComplete="off" required />
      </AskedOnce>
      <AskedOnce {...asked('mobile')}>
        <TextInput
          {...form.text('mobile')}
          label={words.fields.mobile}
          mark={t.optional}
          type="tel"
          autoComplete="off"
        />
      </AskedOnce>
      <AskedOnce {...asked('emails')}>
        <ListInput
          {...form.field('emails')}
          label={words.fields.emails}
          hint={t.emailsHint}
          inputMode="email"
          autoComplete="off"
          required
          removeLabel={t.removeEmail}
          keptLabel={t.keptEmail}
          fault={(address, kept) => {
            if (!v.is(MailAddress, address)) return faults.emailForm(address)
            return areDistinct([...kept, address]) ? undefined : faults.emailTwice(address)
          }}
        />
      </AskedOnce>
    </RequestDialog>
  )
}
