import { useState } from 'react'
import { call } from '#kit/web/call.ts'
import { useText } from '#kit/web/text.tsx'
import { PasswordInput } from '#kit/web/ui/password-input.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { useForm } from '#kit/web/use-form.ts'
import { type Account, accountCalls } from '../contract.ts'
import { PersonalPatch } from '../input.ts'
import { accountPageText } from './page-text.ts'
import { RequestDialog } from './request-dialog.tsx'
import { ownAsked, patchOf, useRequest } from './use-request.ts'

const part = 'personal_information'
const titles = ['M.', 'Mme', 'Dr', 'Drs']

export function PersonalDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const words = useText(accountPageText)
  const t = words.form
  const request = useRequest(account, part)
  // Fixed when opened: otherwise the laboratory's meanwhile changes would be undone by untouched fields.
  const [initial] = useState(() => {
    const known = { ...account.personalInformation, ...ownAsked(account, part) }
    return {
      title: known.title ?? '',
      firstName: known.firstName,
      lastName: known.lastName,
      login: known.login,
      email: known.email,
      phone: known.phone ?? '',
      currentPassword: '',
    }
  })
  const { faults } = t
  const form = useForm({
    initial,
    shape: PersonalPatch,
    body: values => {
      const { title, phone, ...patch } = patchOf(initial, values)
      return {
        ...patch,
        ...(title !== undefined && { title: title.trim() || null }),
        ...(phone !== undefined && { phone: phone.trim() || null }),
      }
    },
    gaps: body =>
      (body.login !== undefined || body.email !== undefined) && body.currentPassword === undefined
        ? [{ path: 'currentPassword', code: 'required' }]
        : [],
    sentences: {
      title: { too_long: faults.tooLong },
      firstName: { required: faults.firstName, too_long: faults.tooLong },
      lastName: { required: faults.lastName, too_long: faults.tooLong },
      login: { required: faults.login, login_expected: faults.loginForm, too_long: faults.tooLong },
      email: { mail_address_expected: faults.email, too_long: faults.tooLong },
      phone: { phone_expected: faults.phoneForm, too_long: faults.tooLong },
      currentPassword: { required: faults.password },
    },
    refused: request.refused,
    send: body => call(accountCalls.changePersonal, { body }),
    failed: request.failed,
    done: made => {
      request.done(made)
      onClose()
    },
  })
  const { values } = form
  const isGuarded = values.login !== initial.login || values.email !== initial.email
  return (
    <RequestDialog account={account} part={part} form={form} onClose={onClose}>
      <TextInput
        {...form.text('title')}
        label={words.fields.title}
        mark={t.optional}
        list="account-titles"
        autoComplete="honorific-prefix"
      />
      <datalist id="account-titles">
        {titles.map(title => (
          <option key={title} value={title} />
        ))}
      </datalist>
      <TextInput {...form.text('firstName')} label={words.fields.firstName} autoComplete="given-name" required />
      <TextInput {...form.text('lastName')} label={words.fields.lastName} autoComplete="family-name" required />
      <TextInput {...form.text('phone')} label={words.fields.phone} mark={t.optional} type="tel" autoComplete="tel" />
      <TextInput
        {...form.text('login')}
        label={words.fields.login}
        hint={t.loginHint}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
      />
      <TextInput {...form.text('email')} label={words.fields.email} type="email" autoComplete="email" required />
      {isGuarded && (
        <PasswordInput
          {...form.text('currentPassword')}
          label={t.password}
          hint={t.passwordHint}
          autoComplete="current-password"
          showLabel={t.showPassword}
          hideLabel={t.hidePassword}
          required
        />
      )}
    </RequestDialog>
  )
}
