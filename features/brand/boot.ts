import type { Language } from '#kit/language.ts'
import type { Brand } from './contract.ts'
import type { CheckedBrand } from './rules.ts'

export type BootBrand =
  | { brand: CheckedBrand; problem: null }
  /** Why there is no brand, or why it may not be shown or be out of date. */
  | { brand: Brand | null; problem: 'brand_unknown' | 'wrongly_configured' | 'unavailable' | 'unexpected' }

/** What the page brings in its block `#boot`: app/server/page.ts writes it, the browser reads it before it draws anything. */
export type Boot = BootBrand & {
  /** From the cookie, else from the browser's preferences, else the laboratory's own. */
  language: Language
  /** Where the API is; empty for the origin of the page. */
  apiOrigin: string
  /** Milliseconds since 1970 when the page was written: the browser's own clock is not trusted. */
  serverTime: number
  /** From the cookie, so that the sidebar does not jump. */
  sidebarOpen: boolean
}
