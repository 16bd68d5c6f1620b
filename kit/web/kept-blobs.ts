const place = 'unsent'
const shelf = 'blobs'
/** A device that answers no sooner does not keep it. */
const longest = 3_000

/** A browser that refuses storage, or has no room left, keeps it as long as the page lives. */
const memory = new Map<string, Blob>()

const asked = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Opened for each: what stays open could not be thrown away. */
async function onShelf<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(place)
  opening.onupgradeneeded = () => opening.result.createObjectStore(shelf)
  const database = await asked(opening)
  try {
    const transaction = database.transaction(shelf, mode)
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    const [result] = await Promise.all([asked(act(transaction.objectStore(shelf))), done])
    return result
  } finally {
    database.close()
  }
}

/** Rests on the device under its name; resolves also where it only rests on the page: `isAnyBlobOnPageAlone`. */
export async function keepBlob(name: string, blob: Blob): Promise<void> {
  memory.set(name, blob)
  const late = new Promise<never>((_, reject) => setTimeout(reject, longest))
  await Promise.race([onShelf('readwrite', store => store.put(blob, name)), late]).then(
    () => memory.delete(name),
    () => undefined,
  )
}

export const keptBlob = async (name: string): Promise<Blob | undefined> =>
  memory.get(name) ?? (await onShelf<Blob | undefined>('readonly', store => store.get(name)).catch(() => undefined))

export async function forgetBlob(name: string): Promise<void> {
  memory.delete(name)
  await onShelf('readwrite', store => store.delete(name)).catch(() => undefined)
}

export const isAnyBlobOnPageAlone = (): boolean => memory.size > 0

/** All of it, whoever's it was. */
export function forgetBlobs(): void {
  memory.clear()
  try {
    indexedDB.deleteDatabase(place)
  } catch {
    // There is nothing in it then.
  }
}
