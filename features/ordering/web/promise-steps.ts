import type { DeliveryCalendar } from '#features/catalogue/contract.ts'
import type { Day } from '#kit/day.ts'
import type { useFormat } from '#kit/web/format.tsx'
import type { DeliveryPromise, PromiseStep } from '../contract.ts'
import type { OrderingText } from '../text/new-case-en.ts'

type Format = Pick<ReturnType<typeof useFormat>, 'day' | 'days' | 'nearDay'>
type Words = OrderingText['promise']

/** One line for each step, whose days add up to those from today to the delivery. */
export function stepWords(
  { because, pickup }: DeliveryPromise,
  calendar: Pick<DeliveryCalendar, 'deliveryDays' | 'withoutRounds'>,
  t: Words,
  format: Format,
): { key: string; words: string; days: number }[] {
  const words = (step: PromiseStep): string => {
    const { steps } = t
    switch (step.step) {
      case 'pickup':
        return (pickup?.isPlanned ? steps.pickup : steps.firstPickup)(format.nearDay(step.to))
      case 'transport':
        return steps.transport
      case 'lab':
        return steps.lab(step.days)
      case 'closed':
        if (!step.name) return steps.weekend
        return (step.days === 1 ? steps.holiday : steps.closure)(periodOf(step, format), step.name)
      case 'absent':
        return steps.absent(periodOf(step, format))
      case 'no_round':
        if (calendar.withoutRounds) return steps.withoutRound
        return steps.noRound(t.join(calendar.deliveryDays.map(weekday => format.day(mondayPlus(weekday), 'weekday'))))
      case 'first_possible':
        return steps.firstPossible
      case 'wished':
        return steps.wished
    }
  }
  return because.map(step => ({
    key: `${step.step} ${step.from} ${step.name ?? ''}`,
    words: words(step),
    days: step.days,
  }))
}

/** 1 January 2024 was a Monday. */
const mondayPlus = (weekday: number): Day => `2024-01-0${weekday}`

const periodOf = ({ from, to }: PromiseStep, format: Format) =>
  from === to ? format.day(from, 'date') : format.days(from, to)
