import type { ChangeEvent } from 'react'
import { useText } from '#kit/web/text.tsx'
import { Choices } from '#kit/web/ui/choices.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { causes } from '../rules.ts'
import { staffComplaintsText } from './staff-text.ts'

type Decided = { isSerious: string; cause: string; note: string }

export const nothingDecided: Decided = { isSerious: '', cause: '', note: '' }

export const decisionOf = ({ isSerious, cause, note }: Decided) => ({
  isSerious: isSerious === '' ? undefined : isSerious === 'yes',
  cause: cause || undefined,
  ...(note.trim() && { note }),
})

/** The part of `useForm` used here. */
type DecisionFieldsProps = {
  form: {
    values: Decided
    set: (changes: Partial<Decided>) => void
    errorOf: (name: keyof Decided) => string | undefined
    text: (name: 'note') => {
      name: string
      value: string
      error: string | undefined
      onChange: (event: ChangeEvent<HTMLTextAreaElement>) => void
    }
  }
}

/** Seriousness and cause, without a default. */
export function DecisionFields({ form }: DecisionFieldsProps) {
  const texts = useText(staffComplaintsText)
  const t = texts.form
  return (
    <>
      <Choices
        name="isSerious"
        label={t.isSerious}
        hint={t.seriousHint}
        error={form.errorOf('isSerious')}
        value={form.values.isSerious || undefined}
        onChange={isSerious => form.set({ isSerious })}
        options={[
          { value: 'no', label: texts.notSerious },
          { value: 'yes', label: texts.serious },
        ]}
      />
      <Select
        name="cause"
        label={t.cause}
        placeholder={t.pick}
        error={form.errorOf('cause')}
        value={form.values.cause}
        onChange={({ currentTarget }) => form.set({ cause: currentTarget.value })}
        options={causes.map(value => ({ value, label: texts.causes[value] }))}
      />
      <TextArea {...form.text('note')} label={t.note} mark={texts.optional} />
    </>
  )
}
