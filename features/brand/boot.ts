import type { Language } from '#kit/language.ts'
import type { Brand } from './contract.ts'

/** What the page brings in its block `#boot`: app/page.ts writes it, the browser reads it before it draws anything. */
export type Boot = {
  brand: Brand | null
  /** Why there is no brand, or why it may be out of date. */
  problem: 'brand_unknown' | 'unavailable' | 'unexpected' | null
  /** From the cookie, else from the browser's preferences, else the laboratory's own. */
  language: Language
  /** Where the API is; empty for the origin of the page. */
  apiOrigin: string
  /** Milliseconds since 1970 when the page was written: the browser's own clock is not trusted. */
  serverTime: number
  /** From the cookie, so that the sidebar does not jump. */
  sidebarOpen: boolean
}
