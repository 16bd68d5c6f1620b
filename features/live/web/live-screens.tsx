import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { session } from '#features/auth/web/browser-session.ts'
import { updateUser } from '#features/auth/web/use-user.ts'
import { reachServer, readEvents } from '#kit/web/events.ts'
import { liveCalls, type Topic } from '../contract.ts'
import { follow } from './follow.ts'
import { whilePresent } from './presence.ts'
import { changed, everyTopic } from './use-changed.ts'

/** Renders nothing: reloads what is on the screen when the laboratory or a colleague has changed it. */
export function LiveScreens() {
  const client = useQueryClient()
  // Not for a user who must sign in again: they receive nothing.
  const userId = useSyncExternalStore(session.subscribe, session.user)?.id

  useEffect(() => {
    if (!userId) return
    const name = `arcade-live-${userId}`
    const otherTabs = new BroadcastChannel(name)

    const refresh = (topics: readonly Topic[] = everyTopic) => void changed(client, topics)
    otherTabs.onmessage = ({ data }: MessageEvent<Topic[]>) => refresh(data)

    let loadedAt = 0
    const stop = whilePresent(async signal => {
      // After an absence: events of the meantime were missed.
      if (loadedAt > 0) refresh()
      const since = loadedAt
      loadedAt = performance.now()
      const parts = {
        read: readEvents.bind(null, liveCalls.events),
        reach: reachServer,
        refresh(topics?: readonly Topic[]) {
          refresh(topics)
          otherTabs.postMessage(topics ?? everyTopic)
        },
        renew: updateUser,
        wait,
        elapsed: () => performance.now(),
        chance: () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32,
      }
      return inOneTab(name, signal, () => follow(parts, signal, since > 0 ? loadedAt : 0))
    })
    return () => {
      stop()
      otherTabs.close()
    }
  }, [client, userId])

  return null
}

/**
 * One tab listens for all: a browser opens at most six HTTP/1.1 connections to a server, and an endless answer occupies one.
 * When that tab closes, the next one takes over.
 */
async function inOneTab(name: string, signal: AbortSignal, work: () => Promise<boolean>): Promise<boolean> {
  if (!navigator.locks) return work()
  try {
    return await navigator.locks.request(name, { signal }, work)
  } catch (error) {
    if (signal.aborted) return true
    throw error
  }
}

const wait = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>(resolve => {
    const done = () => {
      clearTimeout(late)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const late = setTimeout(done, milliseconds)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
