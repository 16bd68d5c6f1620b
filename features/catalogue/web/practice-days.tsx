import { later } from '#kit/web/later.tsx'
import { loadText } from '#kit/web/text.tsx'
import { datesText } from '#kit/web/ui/dates-text.ts'
import { daysText } from './days-text.ts'
import type { DeliveryDaysProps, PracticeDaysProps } from './delivery-days.tsx'

const load = () =>
  Promise.all([import('./delivery-days.tsx'), loadText(daysText), loadText(datesText)]).then(([module]) => module)

/** Opened from the button of a date field. */
export const PracticeDays = later<PracticeDaysProps>(() => load().then(module => module.PracticeDays))

/** The same for the laboratory. */
export const DeliveryDays = later<DeliveryDaysProps>(() => load().then(module => module.DeliveryDays))
