import { isSame } from './use-form.ts'

/**
 * `isReplaced` is set when both have changed the part: true if the part is an object or list, so that nothing of theirs remains.
 */
type Part = readonly [value: unknown, isReplaced?: boolean]

/** Merges lists whose rows have an identity (merged-rows.ts). */
export type Rows = (before: unknown, theirs: unknown, mine: unknown, keepsTheirs: boolean) => Part | undefined

/**
 * Three-way merge of an object, field by field: a change by only one side is kept. Where both have changed a field, `mine` wins,
 * and `both` names the field. A list is one value unless `rows` can match its rows. `keepsTheirs`: for objects and lists that
 * both have changed, `theirs` wins instead.
 */
export function mergedOf<T extends object>(before: T, theirs: T, mine: T, rows?: Rows, keepsTheirs = false) {
  const both = new Map<keyof T, boolean>()
  // Fields that no longer exist are dropped: nothing that could be sent was typed into them.
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
