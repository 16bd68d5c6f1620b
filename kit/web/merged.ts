import { isSame } from './use-form.ts'

/**
 * What two have made of the same thing, part by part: what only one has changed is as they have it. Where both have, it is as `mine` has
 * it, and `both` names the part of the whole in which that is.
 */
export function mergedOf<T extends object>(before: T, theirs: T, mine: T): { value: T; both: Set<string> } {
  const both = new Set<string>()
  const parts = Object.keys({ ...theirs, ...mine }).map(name => {
    const [one, other, own] = [before, theirs, mine].map(whole => (whole as Record<string, unknown>)[name])
    const part = partOf(one, other, own)
    if (part.isOfBoth) both.add(name)
    return [name, part.value] as const
  })
  const value = Array.isArray(mine) ? parts.map(([, part]) => part) : Object.fromEntries(parts)
  return { value: value as T, both }
}

function partOf(before: unknown, theirs: unknown, mine: unknown): { value: unknown; isOfBoth: boolean } {
  if (isSame(mine, before)) return { value: theirs, isOfBoth: false }
  if (isSame(theirs, before) || isSame(theirs, mine)) return { value: mine, isOfBoth: false }
  if (!areAlike(before, theirs) || !areAlike(theirs, mine)) return { value: mine, isOfBoth: true }
  const { value, both } = mergedOf(before as object, theirs as object, mine as object)
  return { value, isOfBoth: both.size > 0 }
}

/** Things with names, or tables with the same rows. A list of days, or one in which a row has come or gone, is one thing. */
function areAlike(one: unknown, other: unknown): boolean {
  if (!isThing(one) || !isThing(other)) return false
  if (!Array.isArray(one) || !Array.isArray(other)) return Array.isArray(one) === Array.isArray(other)
  return one.length === other.length && [...one, ...other].every(isThing)
}

const isThing = (value: unknown): value is object => typeof value === 'object' && value !== null
