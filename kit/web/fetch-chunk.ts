import { Problem } from '#kit/problem.ts'
import { isReachable } from './connection.ts'
import { hashesIn, keyIn, nameAt } from './places.ts'

declare global {
  interface WindowEventMap {
    /** A chunk failed to load; default-prevented when the page is being reloaded. */
    'arcade:chunk-failed': CustomEvent<{ isOffline: boolean }>
  }
}

let hashes: ReadonlyMap<string, string> | undefined

/** The page's list of files (scripts/place-chunks.ts), which identifies its build. */
export function listOfFiles(): string {
  const map = document.querySelector<HTMLElement>('script[type=importmap]')
  return `${map?.dataset.others} ${map?.textContent}`
}

function addressOf(place: string): string {
  hashes ??= hashesIn(...listOfFiles().split(' '))
  return nameAt(place, hashes.get(keyIn(place)))
}

/** Loading and loaded files. A failed one is requested again next time. */
const asked = new Map<string, Promise<void>>()

/**
 * Every `import()` of the build goes through here, with the places of the chunk and its imports: scripts are fetched in parallel,
 * and styles are applied before the chunk runs. Replaces Vite's own helper (scripts/fetch-chunks.ts), which would fetch inlined
 * styles again, and treat a sheet that has failed once as loaded for ever.
 */
export async function fetchChunk<Chunk>(
  load: (at: typeof addressOf) => Promise<Chunk>,
  // Empty when everything came with the importing file.
  places: string[] = [],
): Promise<Chunk> {
  for (let left = 1; ; left = 0) {
    try {
      await Promise.all(places.map(place => fetchOnce(addressOf(place))))
      return await load(addressOf)
    } catch (failure) {
      const isOffline = !(await isReachable())
      // It may have failed just before the network came back: a file that is gone from the server fails again.
      if (left && !isOffline) continue
      const told = new CustomEvent('arcade:chunk-failed', { cancelable: true, detail: { isOffline } })
      if (!dispatchEvent(told)) return new Promise(() => undefined)
      throw isOffline ? new Problem('offline', 0) : failure
    }
  }
}

function fetchOnce(href: string) {
  const isStyle = href.endsWith('.css')
  if (document.querySelector(isStyle ? `style[data-href="${href}"]` : `link[href="${href}"]`)) return
  const fetching = asked.get(href) ?? fetchFile(href, isStyle)
  asked.set(href, fetching)
  return fetching
}

function fetchFile(href: string, isStyle: boolean) {
  const link = document.createElement('link')
  link.rel = isStyle ? 'stylesheet' : 'modulepreload'
  link.href = href
  link.nonce = document.querySelector<HTMLElement>('[property=csp-nonce]')?.nonce ?? ''
  return new Promise<void>((resolve, reject) => {
    // Scripts are only preloaded: `import()` waits for them and reports their errors.
    if (!isStyle) resolve()
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      asked.delete(href)
      reject(new Error(`No ${href}`))
    }
    document.head.append(link)
  })
}
