import { oneThing, type Rows } from './merged.ts'
import { isSame } from './use-form.ts'

/** For lists whose rows have an identity: they are merged row by row, each row as a whole. */
export const byRows =
  <Row>(nameOf: (row: Row) => string): Rows =>
  (...lists) => {
    const [before, theirs, mine] = lists.slice(0, 3).map(list => named(list, nameOf))
    if (!before || !theirs || !mine) return undefined
    // In the order of the side that has changed it.
    const [first, second] = isSame([...mine.keys()], [...before.keys()]) ? [theirs, mine] : [mine, theirs]
    const parts = [...new Set([...first.keys(), ...second.keys()])].map(name =>
      oneThing(before.get(name), theirs.get(name), mine.get(name), lists[3]),
    )
    const value = parts.flatMap(([row]) => row ?? [])
    return parts.some(([, isReplaced]) => isReplaced) ? [value, true] : [value]
  }

/** Undefined when two rows have the same name, since they cannot be told apart. */
function named<Row>(list: unknown, nameOf: (row: Row) => string): ReadonlyMap<string, Row> | undefined {
  if (!Array.isArray(list)) return undefined
  const rows = new Map(list.map((row: Row) => [nameOf(row), row]))
  return rows.size === list.length ? rows : undefined
}
