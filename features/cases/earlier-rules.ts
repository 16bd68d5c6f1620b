import { horizonOf } from '#features/catalogue/rules.ts'
import type { Day } from '#kit/day.ts'
import type { InputError } from '#kit/problem.ts'

/**
 * What is wrong with a day for which a case is asked earlier. It comes before the present day, unless that has passed:
 * a later one, once granted, would count as the laboratory's delay.
 */
export function earlierGaps(wishedDate: Day, { deliveryDate, today }: { deliveryDate: Day | null; today: Day }) {
  const codeOf = () => {
    if (wishedDate < today) return 'in_the_past'
    if (deliveryDate !== null && deliveryDate >= today) return wishedDate >= deliveryDate && 'not_earlier'
    return wishedDate > horizonOf(today) && 'too_far'
  }
  const code = codeOf()
  return code ? [{ path: 'wishedDate', code } satisfies InputError] : []
}
