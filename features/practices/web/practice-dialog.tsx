import { Suspense, useEffect } from 'react'
import { MovedDeliveries } from '#features/account/web/moved-deliveries.tsx'
import { staffAccountText } from '#features/account/web/staff-text.ts'
import { WeekdayChoices } from '#features/account/web/weekday-choices.tsx'
import { useChanged } from '#features/live/web/use-changed.ts'
import { countryOptions } from '#features/signup/web/country-options.ts'
import { IdentifierInput } from '#features/signup/web/identifier-input.tsx'
import { signupText } from '#features/signup/web/text.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { focusField } from '#kit/web/form-fields.ts'
import { loadText, useLanguage, useText } from '#kit/web/text.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useVersionedForm } from '#kit/web/use-versioned-form.tsx'
import { type PracticePage, staffPracticeCalls } from '../contract.ts'
import { ChangedPractice } from '../input.ts'
import { seldomText } from './seldom-text.ts'
import { practicesText } from './text.ts'

/** Loads its texts first: a field replaced while they load would lose the focus, and a suspended dialog would close. */
export const load = () =>
  Promise.all([loadText(signupText), loadText(staffAccountText), loadText(seldomText)]).then(() => PracticeDialog)

type PracticeDialogProps = {
  practice: PracticePage
  /** The missing value that the user came to enter: its field gets the focus. */
  complete: 'number' | 'address' | undefined
  onClose: () => void
}

/** The laboratory's own correction of a practice's data; the practice's requests are under account changes. */
function PracticeDialog({ practice, complete, onClose }: PracticeDialogProps) {
  const { page, form: words } = useText(practicesText)
  const { change: t } = useText(seldomText)
  const language = useLanguage()
  const changed = useChanged()
  const {
    id,
    isDisabled: _isDisabled,
    people: _people,
    gaps: _gaps,
    figures: _figures,
    merged: _merged,
    priceLists: _lists,
    balanceCents: _balance,
    round: _round,
    version,
    ...said
  } = practice
  const text = { required: words.required, too_long: t.tooLong, vat_number_wrong: t.vatNumberWrong }
  const day = { required: t.noDay }
  const form = useVersionedForm({
    initial: said,
    version,
    shape: ChangedPractice,
    body: (typed, version) => ({ ...typed, version }),
    lists: { deliveryDays: page.deliveryDays, openingDays: page.openingDays },
    sentences: {
      name: text,
      rppsSiretSiren: text,
      vatNumber: text,
      address: text,
      postalCode: text,
      city: text,
      phone: text,
      deliveryAddress: text,
      deliveryPostalCode: text,
      deliveryCity: text,
      deliveryInstruction: text,
      deliveryDays: day,
      openingDays: day,
    },
    send: body =>
      call(staffPracticeCalls.change, { params: { id }, body }).finally(() => void changed('signups', 'orders')),
    done: () => {
      toast({ title: t.saved })
      onClose()
    },
  })
  const { id: formId } = form
  useEffect(() => {
    if (complete) focusField(formId, complete === 'number' ? 'rppsSiretSiren' : 'address')
  }, [complete, formId])
  const identifier = {
    ...form.text('rppsSiretSiren'),
    label: words.fields.rppsSiretSiren,
    mark: words.optional,
    autoComplete: 'off',
  }
  const { deliveryDays } = form.values
  const areOthers = deliveryDays.length > 0 && `${deliveryDays}` !== `${said.deliveryDays}`
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.title(practice.name)}
      description={t.description}
      submitLabel={t.submit}
      failed={t.failed}
    >
      <TextInput {...form.text('name')} label={t.name} autoComplete="off" required />
      <Suspense fallback={<TextInput {...identifier} />}>
        <IdentifierInput {...identifier} />
      </Suspense>
      <TextInput {...form.text('vatNumber')} label={t.vatNumber} mark={words.optional} autoComplete="off" />
      <TextInput {...form.text('address')} label={t.address} mark={words.optional} autoComplete="off" />
      <TextInput {...form.text('postalCode')} label={t.postalCode} mark={words.optional} autoComplete="off" />
      <TextInput {...form.text('city')} label={t.city} mark={words.optional} autoComplete="off" />
      <Select
        {...form.field('country')}
        label={words.fields.country}
        onChange={event => form.set({ country: event.currentTarget.value })}
        autoComplete="off"
        options={countryOptions(language)}
      />
      <TextInput {...form.text('phone')} label={page.phone} mark={words.optional} type="tel" autoComplete="off" />
      <TextInput
        {...form.text('deliveryAddress')}
        label={t.deliveryAddress}
        hint={t.deliveryAddressHint}
        mark={words.optional}
        autoComplete="off"
      />
      <TextInput
        {...form.text('deliveryPostalCode')}
        label={t.deliveryPostalCode}
        mark={words.optional}
        autoComplete="off"
      />
      <TextInput {...form.text('deliveryCity')} label={t.deliveryCity} mark={words.optional} autoComplete="off" />
      <TextArea {...form.text('deliveryInstruction')} label={page.deliveryInstruction} mark={words.optional} rows={3} />
      <WeekdayChoices {...form.field('deliveryDays')} label={page.deliveryDays} />
      {areOthers && <MovedDeliveries practiceId={id} days={deliveryDays} />}
      <WeekdayChoices {...form.field('openingDays')} label={page.openingDays} />
    </FormDialog>
  )
}
