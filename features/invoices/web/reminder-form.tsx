import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { staffAccountCalls } from '../account-contract.ts'
import { ReminderSettings } from '../account-input.ts'
import { reminderDays } from '../reminder-pace.ts'
import { billingSettingsText, booksText } from './staff-text.ts'
import { numberOf } from './typed-number.ts'

const counts = ['1', '2', '3', '4', '5']
const usualCount = '2'

/** Whether practices are reminded of what is overdue, and at which pace. */
export function ReminderForm({ there }: { there: ReminderSettings }) {
  const words = useText(booksText)
  const t = useText(billingSettingsText).reminders
  const sentence = useProblemText()
  const changed = useChanged()
  const wrong = (sentence: string) => ({ integer_expected: sentence, too_small: sentence, too_large: sentence })
  const form = useForm({
    initial: {
      reminds: there.most > 0,
      most: there.most > 0 ? String(there.most) : usualCount,
      firstAfterDays: String(there.firstAfterDays),
      everyDays: String(there.everyDays),
    },
    shape: ReminderSettings,
    body: ({ reminds, most, firstAfterDays, everyDays }) =>
      reminds
        ? { most: numberOf(most), firstAfterDays: numberOf(firstAfterDays), everyDays: numberOf(everyDays) }
        : // What is not in sight is not changed.
          { ...there, most: 0 },
    sentences: { firstAfterDays: wrong(t.firstWrong), everyDays: wrong(t.everyWrong) },
    send: body => call(staffAccountCalls.setReminders, { body }),
    done: () => {
      toast({ title: t.saved })
      void changed('invoices')
    },
  })
  const { reminds } = form.values
  return (
    <form {...form.props}>
      <Card title={t.title}>
        <div className="stack">
          <Checkbox
            name="reminds"
            label={t.reminds}
            hint={t.remindsHint}
            checked={reminds}
            onChange={({ currentTarget }) => form.set({ reminds: currentTarget.checked })}
          />
          {reminds && (
            <>
              <TextInput
                {...form.text('firstAfterDays')}
                label={t.first}
                hint={t.firstHint}
                inputMode="numeric"
                autoComplete="off"
                required
              />
              <TextInput
                {...form.text('everyDays')}
                label={t.every}
                hint={t.everyHint}
                inputMode="numeric"
                autoComplete="off"
                required
              />
              <Select
                name="most"
                label={t.most}
                value={form.values.most}
                onChange={({ currentTarget }) => form.set({ most: currentTarget.value })}
                options={counts.map(value => ({ value, label: value }))}
              />
            </>
          )}
          <p aria-live="polite">{form.body && (reminds ? t.effect(reminderDays(form.body)) : t.none)}</p>
          {form.failure !== undefined && (
            <Notice tone="late" live title={words.actFailed}>
              {sentence(form.failure)}
            </Notice>
          )}
          <div className="row">
            <Button type="submit" pending={form.isPending}>
              {t.submit}
            </Button>
          </div>
        </div>
      </Card>
    </form>
  )
}
