import { type ReactNode, type SubmitEvent, useState } from 'react'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Answer } from '#kit/web/ui/answer.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { OpenSelect } from '#kit/web/ui/open-select.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { dismissFailures } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { signupCalls } from '../contract.ts'
import { NewSignup, requiredFields } from '../input.ts'
import { phoneFault } from '../rules.ts'
import { type List, optionsOf } from './choice-words.ts'
import { countryOptions, here } from './country-options.ts'
import { IdentifierInput } from './identifier-input.tsx'
import { PhoneInput } from './phone-input.tsx'
import './signup.css'
import { signupText } from './text.ts'

const empty = {
  rppsSiretSiren: '',
  title: '',
  lastName: '',
  firstName: '',
  gender: '',
  address: '',
  postalCode: '',
  city: '',
  country: here,
  phone: '',
  mobile: '',
  lunchBreakHours: '',
  weeklyClosure: '',
  email1Label: '',
  email1: '',
  email2Label: '',
  email2: '',
  discoverySource: '',
  cameraModel: '',
  additionalComment: '',
}
type Field = keyof typeof empty
export type Sent = { address: string; areMailsSent: boolean }

/**
 * The request for an account. `onSent`: it has been stored, and the fields are empty again; the answer is mailed to this
 * address if the portal sends mails.
 */
export function SignupForm({ onTried, onSent }: { onTried: () => void; onSent: (sent: Sent) => void }) {
  const t = useText(signupText)
  const language = useLanguage()
  const sentence = useProblemText()
  const { faults } = t
  const of = (tooLong: string) => ({ required: faults.required, too_long: tooLong })
  const mail = { required: faults.required, mail_address_expected: faults.mail, too_long: faults.mail }
  const form = useForm({
    initial: empty,
    shape: NewSignup,
    body: values => ({ ...values, language }),
    sentences: {
      rppsSiretSiren: of(faults.identifier),
      title: of(faults.choice),
      lastName: of(faults.name),
      firstName: of(faults.name),
      gender: of(faults.choice),
      address: of(faults.address),
      postalCode: of(faults.postalCode),
      city: of(faults.name),
      phone: of(faults.phone),
      mobile: of(faults.phone),
      lunchBreakHours: of(faults.hours),
      weeklyClosure: of(faults.hours),
      email1Label: of(faults.choice),
      email1: mail,
      email2Label: of(faults.choice),
      email2: mail,
      discoverySource: of(faults.choice),
      cameraModel: of(faults.choice),
      additionalComment: of(faults.comment),
    },
    send: body => {
      onTried()
      return call(signupCalls.request, { body, session: 'none' }).then(({ data: { areMailsSent } }) => ({
        address: body.email1,
        areMailsSent,
      }))
    },
    done: sent => {
      dismissFailures()
      form.clear()
      onSent(sent)
    },
  })
  useTitle(t.title, form.isWrong)
  const missing = requiredFields.filter(name => form.values[name].trim() === '')
  const isStarted = missing.length < requiredFields.length - 1
  const { country, phone } = form.values
  const isHere = country === here
  /** The faulty number that was queried already: submitting it again confirms it. */
  const [askedPhone, setAskedPhone] = useState<string>()
  const isAsked = askedPhone === phone

  function submit(event: SubmitEvent<HTMLFormElement>) {
    const isToAsk = !isAsked && phoneFault(phone, country) === 'missing'
    if (!isToAsk) return form.props.onSubmit(event)
    event.preventDefault()
    // Other errors are shown at the same time, and take the focus first.
    if (!form.check()) return
    setAskedPhone(phone)
    form.focus('phone')
  }

  const isRequired = (name: Field) => requiredFields.some(required => required === name)
  const labelled = (name: Field) => ({
    label: t.fields[name],
    mark: isRequired(name) ? undefined : t.optional,
    required: isRequired(name),
  })
  const text = (name: Field) => ({ ...form.text(name), ...labelled(name) })
  const select = (name: Field, list: List) => ({
    ...form.field(name),
    ...labelled(name),
    options: optionsOf(t.choices, list),
    other: t.other,
    found: t.found,
  })
  const mailInput = { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false } as const

  return (
    <form method="post" className="signup" {...form.props} onSubmit={submit}>
      <p className="muted small">
        {t.required} {t.hints.choice}
      </p>
      <Part title={t.parts.person}>
        <div className="signup__row">
          <OpenSelect {...select('title', 'title')} autoComplete="honorific-prefix" />
          <OpenSelect {...select('gender', 'gender')} autoComplete="sex" />
        </div>
        <div className="signup__row">
          <TextInput {...text('firstName')} autoComplete="given-name" />
          <TextInput {...text('lastName')} autoComplete="family-name" />
        </div>
      </Part>
      <Part title={t.parts.practice}>
        <IdentifierInput {...text('rppsSiretSiren')} inputMode={isHere ? 'numeric' : 'text'} autoComplete="off" />
        <TextInput {...text('address')} autoComplete="address-line1" />
        <div className="signup__row">
          <TextInput {...text('postalCode')} inputMode={isHere ? 'numeric' : 'text'} autoComplete="postal-code" />
          <TextInput {...text('city')} autoComplete="address-level2" />
        </div>
        <Select
          {...form.field('country')}
          {...labelled('country')}
          onChange={event => form.set({ country: event.currentTarget.value })}
          autoComplete="country"
          options={countryOptions(language)}
        />
        <div className="signup__row">
          <PhoneInput
            {...text('phone')}
            error={isAsked ? t.phone.asked : form.errorOf('phone')}
            country={country}
            autoComplete="work tel"
          />
          <PhoneInput {...text('mobile')} country={country} autoComplete="mobile tel" />
        </div>
        <div className="signup__row">
          <TextInput {...text('lunchBreakHours')} hint={t.hints.lunchBreakHours} autoComplete="off" />
          <TextInput {...text('weeklyClosure')} hint={t.hints.weeklyClosure} autoComplete="off" />
        </div>
      </Part>
      <Part title={t.parts.emails}>
        <TextInput {...text('email1')} {...mailInput} hint={t.hints.email1} autoComplete="email" />
        <OpenSelect {...select('email1Label', 'emailLabel')} />
        <TextInput {...text('email2')} {...mailInput} autoComplete="off" />
        <OpenSelect {...select('email2Label', 'emailLabel')} />
      </Part>
      <Part title={t.parts.more}>
        <OpenSelect {...select('discoverySource', 'discoverySource')} />
        <OpenSelect {...select('cameraModel', 'cameraModel')} />
        <TextArea {...text('additionalComment')} />
      </Part>
      {form.failure !== undefined && (
        <Answer>
          <Notice tone="late" live>
            {sentence(form.failure, t.refusals)}
          </Notice>
        </Answer>
      )}
      <Button type="submit" variant="primary" size="lg" wide disabled={missing.length > 0} pending={form.isPending}>
        {t.submit}
      </Button>
      {isStarted && missing.length > 0 && (
        <div className="row signup__missing">
          <span>{t.missing}</span>
          {missing.map(name => (
            <Button key={name} variant="bare" size="sm" onClick={() => form.focus(name)}>
              {t.fields[name]}
            </Button>
          ))}
        </div>
      )}
    </form>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="signup__part">
      <legend className="strong">{title}</legend>
      {children}
    </fieldset>
  )
}
