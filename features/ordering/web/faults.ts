import type { CatalogueProduct } from '#features/catalogue/contract.ts'
import type { InputError } from '#kit/problem.ts'
import { longest } from '../input.ts'
import type { OrderingText } from '../text/new-case-en.ts'
import type { Catalogue, Entry } from './entry.ts'

/** An error at its field: products are identified by key, since their positions change. */
export type Fault = {
  path: string
  sentence: string
  product?: string | undefined
  /** An excess, shown while typing. */
  isExcess?: boolean
}

/** Fields that are displayed within another one. */
const places: [RegExp, string][] = [
  [/^appointmentDate$/, 'appointmentDay'],
  [/\.pontics(\.\d+)?$/, '.teeth'],
  [/\.teeth\.\d+$/, '.teeth'],
  [/\.implant$/, '.implant.brand'],
]

const most = new Map<string, number>(Object.entries(longest))

const spotOf = (path: string, { products }: Entry) =>
  places
    .reduce((spot, [pattern, place]) => spot.replace(pattern, place), path)
    .replace(/^products\.(\d+)/, (_, index: string) => `products.${products[Number(index)]?.key ?? index}`)

/** The messages for gaps and for server refusals, which share their codes; one for each field. */
export function faultsOf(gaps: readonly InputError[], entry: Entry, catalogue: Catalogue, t: OrderingText): Fault[] {
  const faults = new Map<string, Fault>()
  for (const { path, code } of gaps) {
    const spot = spotOf(path, entry)
    const product = entry.products[Number(/^products\.(\d+)/.exec(path)?.[1] ?? -1)]
    const known = product && catalogue.get(product.reference)
    const sentence = sentenceOf(path, code, known, t)
    if (!faults.has(spot))
      faults.set(spot, { path: spot, sentence, product: known?.label, ...(code === 'too_long' && { isExcess: true }) })
  }
  return [...faults.values()]
}

function sentenceOf(path: string, code: string, known: CatalogueProduct | undefined, t: OrderingText) {
  const field = path.replace(/^products\.\d+\./, '').replace(/\.\d+$/, '')
  if (code === 'too_few_teeth' && known) return t.tooFewTeeth(known.needs.minimumTeeth)
  const sentence = t.gaps[field === 'appointmentDate' ? 'appointmentDay' : field]?.[code]
  return sentence ?? (code === 'too_long' ? t.tooLong(most.get(field.replace(/^.*\./, '')) ?? 0) : t.otherGap)
}

export const spotId = (path: string) => `entry-${path}`

/** Focuses a field; in a group of controls, its first one. */
export function focusSpot(path: string) {
  const spot = document.getElementById(spotId(path))
  const control = spot?.matches('input, textarea, select, button')
    ? spot
    : spot?.querySelector<HTMLElement>('input:checked, input:not([tabindex="-1"]), textarea, select, button')
  // Scrolls to the control, not its group: centring a group taller than the screen would put the control out of view.
  const seen = control ?? spot
  seen?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}

/** Focuses the first field unless the user is elsewhere; not on a phone, where it would open the keyboard. */
export function focusFree(path: string) {
  if (document.activeElement?.matches('body, main') && !matchMedia('(pointer: coarse)').matches) focusSpot(path)
}
