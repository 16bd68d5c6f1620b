import type { AnyRouter, RouterHistory } from '@tanstack/react-router'

export type RouterSettings = {
  sidebarOpen: boolean
  /** Where the addresses come from; the browser's address bar unless said. */
  history?: RouterHistory
}

/** What makes one audience's application of what both have in common. */
export type Entry = {
  makeRouter: (settings: RouterSettings) => AnyRouter
  /** What has been loaded for a user, to be forgotten with them. */
  queries: () => Promise<{ clear: () => void }>
  /** To the sign-in page, for who has signed out. */
  leave: (router: AnyRouter) => Promise<void>
}
