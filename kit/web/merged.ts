import { isSame } from './use-form.ts'

/**
 * What two have made of the same thing, part by part: what only one has changed is as they have it. Where both have, it is as `mine` has
 * it, and `both` names the part of the whole in which that is. A list is one thing: which of its rows are the same, nobody says here.
 */
export function mergedOf<T extends object>(before: T, theirs: T, mine: T): { value: T; both: Set<string> } {
  const both = new Set<string>()
  // What is there no more has no place: nobody has typed anything into it that could be sent.
  const parts = Object.keys(theirs).map(name => {
    const [one, other, own] = [before, theirs, mine].map(whole => (whole as Record<string, unknown>)[name])
    const part = partOf(one, other, own)
    if (part.isOfBoth) both.add(name)
    return [name, part.value] as const
  })
  return { value: Object.fromEntries(parts) as T, both }
}

function partOf(before: unknown, theirs: unknown, mine: unknown): { value: unknown; isOfBoth: boolean } {
  if (isSame(mine, before)) return { value: theirs, isOfBoth: false }
  if (isSame(theirs, before) || isSame(theirs, mine)) return { value: mine, isOfBoth: false }
  if (!isParted(before) || !isParted(theirs) || !isParted(mine)) return { value: mine, isOfBoth: true }
  const { value, both } = mergedOf(before, theirs, mine)
  return { value, isOfBoth: both.size > 0 }
}

const isParted = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
