const place = 'unsent'
const shelf = 'blobs'
/** A device that takes longer, in milliseconds, counts as failing. */
const longest = 3_000

/** When the browser refuses storage or has no room left, blobs live as long as the page. */
const memory = new Map<string, Blob>()

const asked = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Opened for each operation: an open database could not be deleted. */
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

/** Stores the blob on the device; resolves also when only the page holds it: see `isAnyBlobOnPageAlone`. */
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

/** Deletes all blobs of all users. */
export function forgetBlobs(): void {
  memory.clear()
  try {
    indexedDB.deleteDatabase(place)
  } catch {
    // Storage is refused, so it is empty.
  }
}
