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

const cellOf = (family: string | null, day: number) => `${family} ${day}`

type TypedWeek = { family: string | null; elements: string[] }

/** Whether promises look for room, and how much leaves on each weekday. */
export function CapacityForm({ capacity }: { capacity: Capacity }) {
  const t = useText(staffCapacityText)
  const changed = useChanged()
  const { weekday: nameOf } = useValueWords('')
  const { isCounted, families, workingDays, weeks, version } = capacity
  const allOf = (family: string | null) => families.find(({ id }) => id === family)?.name ?? t.all
  const typedWeek = (family: string | null): TypedWeek => {
    const week = weeks.find(one => one.family === family)
    return { family, elements: Array.from({ length: 7 }, (_, day) => String(week?.elements[day] ?? '')) }
  }
  const initial = { isCounted, weeks: [null, ...families.map(({ id }) => id)].map(typedWeek) }
  const form = useVersionedForm({
    initial,
    version,
    shape: CapacityWeeks,
    body: (typed, version) => ({
      isCounted: typed.isCounted,
      weeks: typed.weeks.flatMap(({ family, elements }) => {
        const numbers = elements.map(elementsOf)
        return numbers.every(number => number === null) ? [] : [{ family, elements: numbers }]
      }),
      version,
    }),
    sentences: { weeks: { out_of_range: t.wrong, number_expected: t.wrong } },
    send: body => call(staffCapacityCalls.setWeeks, { body }).finally(() => void changed('closures')),
    done: () => toast({ title: t.saved }),
  })
  const isWrong = (typed: string) => {
    const number = elementsOf(typed)
    return number !== null && !(number <= mostElements)
  }
  const hasWrong = form.errorOf('weeks') !== undefined
  const wrongAt = form.values.weeks.flatMap(({ family, elements }) =>
    elements.flatMap((typed, day) => (isWrong(typed) ? [cellOf(family, day)] : [])),
  )
  const setDay = (family: string | null, day: number, typed: string) =>
    form.set({
      weeks: form.values.weeks.map(week =>
        week.family === family ? { family, elements: week.elements.with(day, typed) } : week,
      ),
    })
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
              rows={form.values.weeks}
              rowKey={({ family }) => family ?? ''}
              columns={[
                { key: 'family', label: t.form.family, phone: 'title', cell: ({ family }) => allOf(family) },
                ...workingDays.map(weekday => ({
                  key: String(weekday),
                  label: nameOf(weekday),
                  cell: ({ family, elements }: TypedWeek) => (
                    <TextInput
                      label={t.cell(allOf(family), nameOf(weekday))}
                      labelHidden
                      data-field={wrongAt.includes(cellOf(family, weekday - 1)) ? 'weeks' : undefined}
                      value={elements[weekday - 1] ?? ''}
                      onChange={({ currentTarget }) => setDay(family, weekday - 1, currentTarget.value)}
                      error={hasWrong && isWrong(elements[weekday - 1] ?? '') ? t.wrong : undefined}
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
