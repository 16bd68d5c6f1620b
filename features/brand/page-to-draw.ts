import type { Language } from '#kit/language.ts'
import type { Audience } from '#tenancy/audience.ts'
import type { CheckedBrand } from './rules.ts'

/** A requested page, with what the server knows of the user. */
export type PageToDraw = {
  audience: Audience
  /** Path and search. */
  address: string
  language: Language
  brand: CheckedBrand
  sidebarOpen: boolean
  /** Identifies the user; not used to authenticate calls. */
  token: string
}

export type DrawPage = (page: PageToDraw) => Promise<string | undefined>
