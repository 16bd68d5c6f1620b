import type { ComponentProps } from 'react'
import type { RefusalOf } from '#kit/contract.ts'
import { Problem } from '#kit/problem.ts'
import { useText } from '#kit/web/text.tsx'
import { PasswordInput } from '#kit/web/ui/password-input.tsx'
import type { passwordCalls } from '../password-contract.ts'
import { passwordText } from './password-text.ts'

type FieldOfForm = Pick<ComponentProps<typeof PasswordInput>, 'name' | 'value' | 'error' | 'onChange'>

/** A new password, typed twice: works with pasting and password managers as well. */
export function NewPasswordFields({ password, confirmation }: { password: FieldOfForm; confirmation: FieldOfForm }) {
  const { fields } = useText(passwordText)
  const shown = { showLabel: fields.show, hideLabel: fields.hide, autoComplete: 'new-password', required: true }
  return (
    <>
      <PasswordInput {...password} {...shown} label={fields.new} hint={fields.rule} />
      <PasswordInput {...confirmation} {...shown} label={fields.confirmation} />
    </>
  )
}

/** Error sentences for its fields. */
export function usePasswordSentences() {
  const { faults, refusals } = useText(passwordText)
  return {
    refusals,
    faults: { new: faults, confirmation: { ...faults, required: faults.confirmationRequired } },
  }
}

/** Errors of a new password that only the server can find, for its field. */
export function weakPassword<Field extends string>(
  error: unknown,
  field: Field,
  { password_common, password_personal, password_unchanged }: Record<RefusalOf<typeof passwordCalls.choose>, string>,
) {
  const sentences: Partial<Record<string, string>> = { password_common, password_personal, password_unchanged }
  const sentence = error instanceof Problem && sentences[error.code]
  return sentence ? ({ [field]: sentence } as Record<Field, string>) : undefined
}
