/** Moves an item one place up or down; unchanged at the end of the list. */
export function moved<T>(list: readonly T[], one: T, by: -1 | 1): T[] {
  const from = list.indexOf(one)
  const to = from + by
  const next = [...list]
  const other = next[to]
  if (from < 0 || other === undefined) return next
  next[to] = one
  next[from] = other
  return next
}
