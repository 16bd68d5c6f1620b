import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { changed } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { noticeCalls } from '../contract.ts'
import { unreadQuery } from './queries.ts'

/** Long enough to see what is new, so that a case only passed by stays unread. */
const readAfter = 2_000

/** Marks a case as read, on all devices, once it has been visible for a moment. `isShown`: all of it is rendered. */
export function useMarkRead(id: string, isShown: boolean) {
  const client = useQueryClient()
  const { data: news } = useQuery({ ...unreadQuery, select: ({ data }) => data.find(one => one.id === id)?.news })

  useEffect(() => {
    if (news === undefined || !isShown) return
    let timer: number | undefined
    const read = async () => {
      await call(noticeCalls.read, { params: { id }, body: { news } })
      await changed(client, ['unread'])
    }
    const wait = () => {
      window.clearTimeout(timer)
      // If the request fails, the case stays unread until it is viewed again.
      if (document.visibilityState === 'visible')
        timer = window.setTimeout(() => void read().catch(() => undefined), readAfter)
    }
    wait()
    document.addEventListener('visibilitychange', wait)
    return () => {
      window.clearTimeout(timer)
      document.removeEventListener('visibilitychange', wait)
    }
  }, [client, id, news, isShown])
}
