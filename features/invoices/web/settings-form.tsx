import * as v from 'valibot'
import { useChanged } from '#features/live/web/use-changed.ts'
import { AllAsked } from '#kit/web/all-asked.tsx'
import { call } from '#kit/web/call.ts'
import { FormEnd } from '#kit/web/form-end.tsx'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Choices } from '#kit/web/ui/choices.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { isSame } from '#kit/web/use-form.ts'
import { useVersionedForm } from '#kit/web/use-versioned-form.tsx'
import { ReminderSettings } from '../account-input.ts'
import { billingCalls, type SettingsThere } from '../billing-contract.ts'
import { BillingSettings, vatRegimes } from '../billing-input.ts'
import { settingsGaps, vatNumberOf } from '../billing-rules.ts'
import { ReminderFields, remindersOf, typedReminders } from './reminder-fields.tsx'
import { billingSettingsText, booksText } from './staff-text.ts'
import { numberOf } from './typed-number.ts'

const mentions = ['penaltyNote', 'recoveryNote', 'discountNote'] as const

const Shape = v.strictObject({ ...BillingSettings.entries, ...ReminderSettings.entries })
type SettingsFormProps = { there: SettingsThere; reminders: ReminderSettings }

/** Saves all billing settings together. */
export function SettingsForm({ there, reminders }: SettingsFormProps) {
  const words = useText(booksText)
  const { settings: t, reminders: ofReminders } = useText(billingSettingsText)
  const changed = useChanged()
  const { workplace, missing, version, ...said } = there
  const initial = { ...said, paymentDays: String(said.paymentDays), ...typedReminders(reminders) }
  const common = { required: words.required, too_long: words.tooLong }
  const wrong = (sentence: string) => ({ integer_expected: sentence, too_small: sentence, too_large: sentence })
  const form = useVersionedForm({
    initial,
    version: { version, reminders },
    shape: Shape,
    body: ({ reminds, most, firstAfterDays, everyDays, ...values }, read) => ({
      ...values,
      paymentDays: numberOf(values.paymentDays),
      ...remindersOf({ reminds, most, firstAfterDays, everyDays }, read.reminders),
    }),
    gaps: settingsGaps,
    sentences: {
      legalName: common,
      siren: { ...common, ...t.faults },
      siret: { ...common, ...t.faults },
      vatNumber: { ...common, ...t.faults },
      legalMention: common,
      address: common,
      postalCode: common,
      city: common,
      electronicAddress: { ...common, ...t.faults },
      iban: { ...t.faults, too_long: t.faults.iban_wrong, required: t.faults.iban_needed },
      bic: { ...t.faults, too_long: t.faults.bic_wrong },
      paymentDays: { required: t.faults.days_wrong, out_of_range: t.faults.days_wrong },
      penaltyNote: common,
      recoveryNote: common,
      discountNote: common,
      firstAfterDays: wrong(ofReminders.firstWrong),
      everyDays: wrong(ofReminders.everyWrong),
    },
    send: async ({ most, firstAfterDays, everyDays, ...settings }, _key, read) => {
      const pace = { most, firstAfterDays, everyDays }
      const isPaceKept = isSame(pace, read.reminders)
      const body = {
        ...settings,
        version: read.version,
        ...(!isPaceKept && { reminders: { ...pace, seen: read.reminders } }),
      }
      const { data } = await call(billingCalls.saveSettings, { body }).finally(() => changed('invoices'))
      return { ...data, reminders: pace }
    },
    versionAfter: saved => saved,
    done: () => toast({ title: t.saved }),
  })
  const { siren, vatRegime, asksApproval, splitsVat } = form.values
  const bareSiren = siren.replace(/\D/g, '')
  const plain = { autoComplete: 'off', spellCheck: false } as const
  return (
    <form className="stack" {...form.props}>
      <AllAsked />
      <Card title={t.company}>
        <div className="stack">
          <TextInput {...form.text('legalName')} label={t.legalName} autoComplete="off" required />
          <TextInput
            {...form.text('siren')}
            {...plain}
            label={t.siren}
            hint={t.sirenHint}
            inputMode="numeric"
            required
          />
          <TextInput
            {...form.text('siret')}
            {...plain}
            label={t.siret}
            mark={words.optional}
            hint={t.siretHint}
            inputMode="numeric"
          />
          <Choices
            {...form.field('vatRegime')}
            label={t.vatRegime}
            options={vatRegimes.map(value => ({ value, label: t.vatRegimes[value] }))}
          />
          {vatRegime === 'number' && (
            <TextInput
              {...form.text('vatNumber')}
              {...plain}
              label={t.vatNumber}
              hint={bareSiren.length === 9 && t.vatNumberHint(vatNumberOf(bareSiren))}
              required
            />
          )}
          <TextInput
            {...form.text('legalMention')}
            label={t.legalMention}
            mark={words.optional}
            hint={t.legalMentionHint}
            autoComplete="off"
          />
          <TextInput
            {...form.text('electronicAddress')}
            {...plain}
            label={t.electronicAddress}
            mark={words.optional}
            hint={t.electronicAddressHint}
          />
        </div>
      </Card>
      <Card title={t.seat}>
        <div className="stack">
          <p className="small muted">{t.seatHint(workplace)}</p>
          {(['address', 'postalCode', 'city'] as const).map(name => (
            <TextInput key={name} {...form.text(name)} label={t[name]} mark={words.optional} autoComplete="off" />
          ))}
        </div>
      </Card>
      <Card title={t.paying}>
        <div className="stack">
          <TextInput {...form.text('iban')} {...plain} label={t.iban} autoCapitalize="characters" />
          <TextInput
            {...form.text('bic')}
            {...plain}
            label={t.bic}
            mark={words.optional}
            hint={t.bicHint}
            autoCapitalize="characters"
          />
          <TextInput
            {...form.text('paymentDays')}
            label={t.paymentDays}
            hint={t.paymentDaysHint}
            inputMode="numeric"
            autoComplete="off"
            required
          />
        </div>
      </Card>
      <Card title={t.ways}>
        <div className="stack">
          <Checkbox
            name="asksApproval"
            label={t.asksApproval}
            hint={t.asksApprovalHint}
            checked={asksApproval}
            onChange={({ currentTarget }) => form.set({ asksApproval: currentTarget.checked })}
          />
          <Checkbox
            name="splitsVat"
            label={t.splitsVat}
            hint={t.splitsVatHint}
            checked={splitsVat}
            onChange={({ currentTarget }) => form.set({ splitsVat: currentTarget.checked })}
          />
        </div>
      </Card>
      <Card title={t.mentions}>
        <div className="stack">
          {mentions.map(name => (
            <TextArea key={name} {...form.text(name)} label={t[name]} rows={2} required />
          ))}
        </div>
      </Card>
      <ReminderFields typed={form.values} there={form.version.reminders} text={form.text} set={form.set} />
      <FormEnd form={form} submitLabel={t.submit} failed={words.actFailed} refusals={words.refusals} />
    </form>
  )
}
