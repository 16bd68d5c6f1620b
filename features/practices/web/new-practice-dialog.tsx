import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { accessText } from '#features/account/web/access-text.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import { countryOptions, here } from '#features/signup/web/country-options.ts'
import { IdentifierInput } from '#features/signup/web/identifier-input.tsx'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { staffPracticeCalls } from '../contract.ts'
import { NewPractice, PracticeOnPaper } from '../input.ts'
import { practicesText } from './text.ts'

/** Often unknown at the invitation: the practice enters them later. */
const folded = ['title', 'rppsSiretSiren', 'address', 'postalCode', 'city', 'phone'] as const

/** Creates a practice that has not applied itself: with an invited manager, or without users if it orders on paper. */
export function NewPracticeDialog({ areMailsSent, onClose }: { areMailsSent: boolean; onClose: () => void }) {
  const access = useText(accessText)
  const { form: t } = useText(practicesText)
  const language = useLanguage()
  const changed = useChanged()
  const navigate = useNavigate()
  const [isOnPaper, setOnPaper] = useState(false)
  const words = { required: t.required, too_long: t.tooLong }
  const form = useForm({
    initial: {
      name: '',
      rppsSiretSiren: '',
      address: '',
      postalCode: '',
      city: '',
      country: here,
      phone: '',
      title: '',
      firstName: '',
      lastName: '',
      email: '',
      language,
    },
    shape: isOnPaper ? PracticeOnPaper : NewPractice,
    body: ({ title, firstName, lastName, email, language, ...practice }) =>
      isOnPaper ? practice : { ...practice, title, firstName, lastName, email, language },
    sentences: {
      name: words,
      rppsSiretSiren: words,
      address: words,
      postalCode: words,
      city: words,
      phone: words,
      title: words,
      firstName: words,
      lastName: words,
      email: { ...words, mail_address_expected: t.mail },
    },
    send: (body, key) =>
      'email' in body
        ? call(staffPracticeCalls.create, { body, key })
        : call(staffPracticeCalls.createOnPaper, { body, key }),
    done: ({ data: { id } }) => {
      void changed('signups')
      const { name, email } = form.values
      const invited = areMailsSent ? access.invited(email.trim()) : access.linkBesideNext
      toast({ title: t.done(name.trim()), ...(isOnPaper ? {} : { description: invited }) })
      onClose()
      // Its page shows whether the link was sent, and has the link.
      void navigate({ to: '/staff/practices/$id', params: { id } })
    },
  })
  const needed = ['name', 'firstName', 'lastName', 'email']
  const hasFault = folded.some(name => form.errorOf(name) !== undefined)
  const text = (name: Exclude<keyof typeof form.values, 'language' | 'country'>) => ({
    ...form.text(name),
    label: t.fields[name],
    mark: needed.includes(name) ? undefined : t.optional,
    required: needed.includes(name),
    autoComplete: 'off',
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.title}
      description={isOnPaper ? t.onPaper : areMailsSent ? t.description : t.handedOver}
      submitLabel={isOnPaper ? t.submitOnPaper : t.submit}
      failed={t.failed}
      refusals={t.refusals}
    >
      <TextInput {...text('name')} />
      <Checkbox
        label={t.isOnPaper}
        name="isOnPaper"
        checked={isOnPaper}
        onChange={event => setOnPaper(event.currentTarget.checked)}
      />
      {!isOnPaper && (
        <>
          <TextInput {...text('firstName')} />
          <TextInput {...text('lastName')} />
          <TextInput {...text('email')} type="email" inputMode="email" autoCapitalize="none" spellCheck={false} />
          <Select
            label={t.fields.language}
            name="language"
            value={form.values.language}
            onChange={event => form.set({ language: event.currentTarget.value === 'en' ? 'en' : 'fr' })}
            options={[
              { value: 'fr', label: t.languages.fr },
              { value: 'en', label: t.languages.en },
            ]}
          />
        </>
      )}
      <details open={hasFault || undefined}>
        <summary className="link">{t.more}</summary>
        <div className="stack staff-practices__more">
          {!isOnPaper && <TextInput {...text('title')} />}
          <Suspense fallback={<TextInput {...text('rppsSiretSiren')} />}>
            <IdentifierInput {...text('rppsSiretSiren')} inputMode="numeric" />
          </Suspense>
          <TextInput {...text('address')} />
          <TextInput {...text('postalCode')} />
          <TextInput {...text('city')} />
          <Select
            {...form.field('country')}
            label={t.fields.country}
            onChange={event => form.set({ country: event.currentTarget.value })}
            autoComplete="off"
            options={countryOptions(language)}
          />
          <TextInput {...text('phone')} type="tel" />
        </div>
      </details>
    </FormDialog>
  )
}
