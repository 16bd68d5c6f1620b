/** The same in another order, one place up or down; as it was where there is no further to go. */
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
