import { isSame } from './use-form.ts'

/** Where both have changed the same: whether it is one thing with much in it, so that nothing of theirs would be left. */
type Part = readonly [value: unknown, isReplaced?: boolean]

/** How lists come together whose rows are known by something (merged-rows.ts). */
export type Rows = (before: unknown, theirs: unknown, mine: unknown, keepsTheirs: boolean) => Part | undefined

/**
 * What two have made of the same thing, part by part: what only one has changed is as they have it. Where both have, it is as `mine` has
 * it, and `both` names the part of the whole in which that is. A list is one thing: which of its rows are the same, nobody says here.
 * `keepsTheirs`: what has much in it is as `theirs` has it, where both have changed it.
 */
export function mergedOf<T extends object>(before: T, theirs: T, mine: T, rows?: Rows, keepsTheirs = false) {
  const both = new Map<keyof T, boolean>()
  // What is there no more has no place: nobody has typed anything into it that could be sent.
  const parts = Object.keys(theirs).map(name => {
    const [one, other, own] = [before, theirs, mine].map(whole => (whole as Record<string, unknown>)[name])
    const [value, isReplaced] = partOf(one, other, own)
    if (isReplaced !== undefined) both.set(name as keyof T, isReplaced)
    return [name, value] as const
  })
  return { value: Object.fromEntries(parts) as T, both }

  function partOf(before: unknown, theirs: unknown, mine: unknown): Part {
    if (![before, theirs, mine].every(isParted))
      return rows?.(before, theirs, mine, keepsTheirs) ?? oneThing(before, theirs, mine, keepsTheirs)
    const { value, both } = mergedOf(before as object, theirs as object, mine as object, rows, keepsTheirs)
    return both.size > 0 ? [value, [...both.values()].includes(true)] : [value]
  }
}

export function oneThing(before: unknown, theirs: unknown, mine: unknown, keepsTheirs: boolean): Part {
  if (isSame(mine, before)) return [theirs]
  if (isSame(theirs, before) || isSame(theirs, mine)) return [mine]
  const isReplaced = [before, theirs, mine].some(isThing)
  return [isReplaced && keepsTheirs ? theirs : mine, isReplaced]
}

const isThing = (value: unknown) => typeof value === 'object' && value !== null
const isParted = (value: unknown) => isThing(value) && !Array.isArray(value)
