import { useValueWords } from '#features/account/web/use-value-words.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useVersionedForm } from '#kit/web/use-versioned-form.tsx'
import { CapacityWeeks, mostElements } from '../input.ts'
import { type Capacity, staffCapacityCalls } from '../staff-contract.ts'
import { CapacityEffectNotice } from './capacity-effect.tsx'
import { staffCapacityText } from './staff-text.ts'
import { elementsOf } from './typed-elements.ts'
import './capacity.css'
import { FormEnd } from '#kit/web/form-end.tsx'

const cellOf = (family: string, weekday: number) => `${family} ${weekday}`

/** The total of all families has the empty name. */
const nameOf = (family: string | null) => family ?? ''

/** By weekday and, above that, by family, so that concurrent edits of different cells do not conflict. */
type TypedWeek = Record<number, string>
const week = [1, 2, 3, 4, 5, 6, 7]

/** Whether promises respect the limits, and the limits per weekday. */
export function CapacityForm({ capacity }: { capacity: Capacity }) {
  const t = useText(staffCapacityText)
  const changed = useChanged()
  const { weekday: dayName } = useValueWords('')
  const { isCounted, families, workingDays, weeks, version } = capacity
  const allOf = (family: string) => families.find(({ id }) => id === family)?.name ?? t.all
  const typedWeek = (family: string): TypedWeek => {
    const said = weeks.find(one => nameOf(one.family) === family)
    return Object.fromEntries(week.map(weekday => [weekday, String(said?.elements[weekday - 1] ?? '')]))
  }
  const initial = {
    isCounted,
    weeks: Object.fromEntries(['', ...families.map(({ id }) => id)].map(family => [family, typedWeek(family)])),
  }
  const form = useVersionedForm({
    initial,
    version,
    shape: CapacityWeeks,
    body: (typed, version) => ({
      isCounted: typed.isCounted,
      weeks: Object.entries(typed.weeks).flatMap(([family, days]) => {
        const elements = week.map(weekday => elementsOf(days[weekday] ?? ''))
        return elements.every(number => number === null) ? [] : [{ family: family || null, elements }]
      }),
      version,
    }),
    sentences: { weeks: { out_of_range: t.wrong, number_expected: t.wrong } },
    send: body => call(staffCapacityCalls.setWeeks, { body }).finally(() => changed('closures')),
    done: () => toast({ title: t.saved }),
  })
  const isWrong = (typed: string) => {
    const number = elementsOf(typed)
    return number !== null && !(number <= mostElements)
  }
  const hasWrong = form.errorOf('weeks') !== undefined
  const typed = form.values.weeks
  const typedAt = (family: string, weekday: number) => typed[family]?.[weekday] ?? ''
  const wrongAt = Object.keys(typed).flatMap(family =>
    week.flatMap(weekday => (isWrong(typedAt(family, weekday)) ? [cellOf(family, weekday)] : [])),
  )
  const setDay = (family: string, weekday: number, text: string) =>
    form.set({ weeks: { ...typed, [family]: { ...typed[family], [weekday]: text } } })
  return (
    <form {...form.props}>
      <Card title={t.week}>
        <div className="stack">
          <Checkbox
            label={t.count}
            hint={t.countHint}
            name="isCounted"
            checked={form.values.isCounted}
            onChange={({ currentTarget }) => form.set({ isCounted: currentTarget.checked })}
          />
          <p className="small muted">{t.blank}</p>
          <div className="capacity__weeks" data-field={wrongAt.length === 0 ? 'weeks' : undefined}>
            <Table
              caption={t.week}
              rows={Object.keys(typed).map(family => ({ family }))}
              rowKey={({ family }) => family}
              columns={[
                { key: 'family', label: t.form.family, phone: 'title', cell: ({ family }) => allOf(family) },
                ...workingDays.map(weekday => ({
                  key: String(weekday),
                  label: dayName(weekday),
                  cell: ({ family }: { family: string }) => (
                    <TextInput
                      label={t.cell(allOf(family), dayName(weekday))}
                      labelHidden
                      data-field={wrongAt.includes(cellOf(family, weekday)) ? 'weeks' : undefined}
                      value={typedAt(family, weekday)}
                      onChange={({ currentTarget }) => setDay(family, weekday, currentTarget.value)}
                      error={hasWrong && isWrong(typedAt(family, weekday)) ? t.wrong : undefined}
                      inputMode="numeric"
                      autoComplete="off"
                    />
                  ),
                })),
              ]}
            />
          </div>
          {JSON.stringify(form.values) !== JSON.stringify(initial) && form.body && (
            <CapacityEffectNotice
              tried={{ isCounted: form.body.isCounted, weeks: form.body.weeks }}
              families={families}
            />
          )}
          <FormEnd form={form} submitLabel={t.submit} failed={t.notSaved} />
        </div>
      </Card>
    </form>
  )
}
