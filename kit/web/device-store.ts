/** When the browser refuses storage or has no room left, values live as long as the page. */
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

/** Whether the device has not stored it, so that it is lost with the page. */
export const isOnlyOnPage = (key: string): boolean => memory.has(key)

/** The stored keys with this prefix. */
export function storedKeys(beginning: string): string[] {
  const keys = [...memory.keys()]
  try {
    keys.push(...Object.keys(localStorage))
  } catch {
    // Storage is refused, so it is empty.
  }
  return keys.filter(key => key.startsWith(beginning))
}

/** Removes everything that screens have kept of this kind: kept.ts. */
export const forgetStored = (beginning: 'copy/' | 'unsent/'): void => {
  for (const key of storedKeys(beginning)) store(key, null)
}
