import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { loadText } from '#kit/web/text.tsx'
import { noticeCalls } from '../contract.ts'
import { noticesText } from './text.ts'

/** The user's unread cases, for the marks of every screen. */
export const unreadQuery = queryOptions({
  queryKey: ['unread'],
  queryFn: async ({ signal }) => {
    // Loads the texts too, so that a mark appearing later does not suspend the screen.
    const [unread] = await Promise.all([call(noticeCalls.unread, { signal }), loadText(noticesText)])
    return unread
  },
  meta: { topics: ['unread'] },
})

export const noticeSettings = queryOptions({
  queryKey: ['notice-settings'],
  queryFn: async ({ signal }) => {
    const { data, areMailsSent } = await call(noticeCalls.settings, { signal })
    return { ...data, areMailsSent }
  },
  meta: { topics: [] },
})
