import type { ComponentProps } from 'react'
import * as v from 'valibot'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { ReminderSettings } from '../account-input.ts'
import { reminderDays } from '../reminder-pace.ts'
import { billingSettingsText } from './staff-text.ts'
import { numberOf } from './typed-number.ts'

const counts = ['1', '2', '3', '4', '5']
const usualCount = '2'

type TypedReminders = { reminds: boolean; most: string; firstAfterDays: string; everyDays: string }

export const typedReminders = ({ most, firstAfterDays, everyDays }: ReminderSettings): TypedReminders => ({
  reminds: most > 0,
  most: most > 0 ? String(most) : usualCount,
  firstAfterDays: String(firstAfterDays),
  everyDays: String(everyDays),
})

/** The settings as they would be sent; hidden fields keep their values. */
export const remindersOf = ({ reminds, most, firstAfterDays, everyDays }: TypedReminders, there: ReminderSettings) =>
  reminds
    ? { most: numberOf(most), firstAfterDays: numberOf(firstAfterDays), everyDays: numberOf(everyDays) }
    : { ...there, most: 0 }

type ReminderFieldsProps = {
  typed: TypedReminders
  there: ReminderSettings
  text: (name: 'firstAfterDays' | 'everyDays') => Omit<ComponentProps<typeof TextInput>, 'label'>
  set: (changes: Partial<TypedReminders>) => void
}

/** Whether practices are reminded of what is overdue, and at which pace. */
export function ReminderFields({ typed, there, text, set }: ReminderFieldsProps) {
  const t = useText(billingSettingsText).reminders
  const { reminds, most } = typed
  const pace = v.safeParse(ReminderSettings, remindersOf(typed, there))
  return (
    <Card title={t.title}>
      <div className="stack">
        <Checkbox
          name="reminds"
          label={t.reminds}
          hint={t.remindsHint}
          checked={reminds}
          onChange={({ currentTarget }) => set({ reminds: currentTarget.checked })}
        />
        {reminds && (
          <>
            <TextInput
              {...text('firstAfterDays')}
              label={t.first}
              hint={t.firstHint}
              inputMode="numeric"
              autoComplete="off"
              required
            />
            <TextInput
              {...text('everyDays')}
              label={t.every}
              hint={t.everyHint}
              inputMode="numeric"
              autoComplete="off"
              required
            />
            <Select
              name="most"
              label={t.most}
              value={most}
              onChange={({ currentTarget }) => set({ most: currentTarget.value })}
              options={counts.map(value => ({ value, label: value }))}
            />
          </>
        )}
        <p aria-live="polite">{pace.success && (reminds ? t.effect(reminderDays(pace.output)) : t.none)}</p>
      </div>
    </Card>
  )
}
