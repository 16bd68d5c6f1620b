import type { AnyRouter, RouterHistory } from '@tanstack/react-router'

export type RouterSettings = {
  sidebarOpen: boolean
  /** The browser's address bar by default. */
  history?: RouterHistory
}

/** The differences between the two audiences' applications. */
export type Entry = {
  makeRouter: (settings: RouterSettings) => AnyRouter
  /** Data loaded for a user, cleared at sign-out. */
  queries: () => Promise<{ clear: () => void }>
  /** Leads to the sign-in page after a sign-out. */
  leave: (router: AnyRouter) => Promise<void>
}
