/** A browser that refuses storage, or has no room left, still keeps what it is given, for as long as the page lives. */
const memory = new Map<string, string>()

export function readStored(key: string): string | null {
  try {
    return memory.get(key) ?? localStorage.getItem(key)
  } catch {
    return null
  }
}

export function store(key: string, value: string | null): void {
  memory.delete(key)
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    if (value !== null) memory.set(key, value)
  }
}

/** Whether the device did not take it: it ends with the page. */
export const isOnlyOnPage = (key: string): boolean => memory.has(key)

/** The names of what is stored that begin so. */
export function storedKeys(beginning: string): string[] {
  const keys = [...memory.keys()]
  try {
    keys.push(...Object.keys(localStorage))
  } catch {
    // There is nothing in it then.
  }
  return keys.filter(key => key.startsWith(beginning))
}

/** What screens keep of a kind: kept.ts. */
export const forgetStored = (beginning: 'copy/' | 'unsent/'): void => {
  for (const key of storedKeys(beginning)) store(key, null)
}
