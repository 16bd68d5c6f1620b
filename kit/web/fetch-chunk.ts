import { Problem } from '#kit/problem.ts'
import { isReachable } from './connection.ts'
import { hashesIn, keyIn, nameAt } from './places.ts'

declare global {
  interface WindowEventMap {
    /** A part of the page could not be had; prevented where the page is being loaded anew. */
    'arcade:chunk-failed': CustomEvent<{ isOffline: boolean }>
  }
}

let hashes: ReadonlyMap<string, string> | undefined

/** What the page says of its build: which file stands at which place (scripts/place-chunks.ts). Another build says something else. */
export function listOfFiles(): string {
  const map = document.querySelector<HTMLElement>('script[type=importmap]')
  return `${map?.dataset.others} ${map?.textContent}`
}

function addressOf(place: string): string {
  hashes ??= hashesIn(...listOfFiles().split(' '))
  return nameAt(place, hashes.get(keyIn(place)))
}

/** What is under way or has come, by file. A failed one is asked for again the next time. */
const asked = new Map<string, Promise<void>>()

/**
 * Every `import()` of the build goes through here, with the places of the chunk and of all it imports: its scripts are
 * fetched side by side, and its styles stand before it runs. In place of Vite's own helper (scripts/fetch-chunks.ts), which would
 * fetch the styles that came inside the page once more, and take a sheet that has failed once for loaded ever after.
 */
export async function fetchChunk<Chunk>(
  load: (at: typeof addressOf) => Promise<Chunk>,
  // None where it has come with the file that asks for it.
  places: string[] = [],
): Promise<Chunk> {
  for (let left = 1; ; left = 0) {
    try {
      await Promise.all(places.map(place => fetchOnce(addressOf(place))))
      return await load(addressOf)
    } catch (failure) {
      const isOffline = !(await isReachable())
      // It may have failed just before the network came back: what is gone from the server fails once more.
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
    // A script is only asked for early: `import()` waits for it, and says what is wrong with it.
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
