import type { Language } from '#kit/language.ts'
import type { Audience } from '#tenancy/audience.ts'
import type { CheckedBrand } from './rules.ts'

/** A page as somebody asks for it, with what the server knows of them. */
export type PageToDraw = {
  audience: Audience
  /** Path and search. */
  address: string
  language: Language
  brand: CheckedBrand
  sidebarOpen: boolean
  /** Says who is here; no call is signed with it. */
  token: string
}

export type DrawPage = (page: PageToDraw) => Promise<string | undefined>
