import type { Language } from '#kit/language.ts'
import type { Brand } from './contract.ts'
import type { CheckedBrand } from './rules.ts'

export type BootBrand =
  | { brand: CheckedBrand; problem: null }
  /** Why there is no brand, or why it must not be shown or may be outdated. */
  | { brand: Brand | null; problem: 'brand_unknown' | 'wrongly_configured' | 'unavailable' | 'unexpected' }

/** The content of the page's `#boot` block: written by app/server/page.ts, read by the browser before it renders. */
export type Boot = BootBrand & {
  /** From the cookie, else from the browser's preferences, else the laboratory's default. */
  language: Language
  /** The API's origin; empty if it is the page's. */
  apiOrigin: string
  /** Milliseconds since 1970 when the page was written: the browser's clock is not trusted. */
  serverTime: number
  /** From the cookie, so that the sidebar does not jump. */
  sidebarOpen: boolean
}
