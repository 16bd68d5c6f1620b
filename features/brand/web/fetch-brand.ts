import { call } from '#kit/web/call.ts'
import { type Brand, brandCalls } from '../contract.ts'
import { type CheckedBrand, checkBrand } from '../rules.ts'
import { showLook } from './show-look.ts'

export type BrandFailure = 'not_configured' | 'wrongly_configured' | 'unavailable'

export type BrandResult =
  | { brand: CheckedBrand; failure: null }
  /** `brand` is what is known of it, for name and logo above the message. */
  | { brand: Brand | null; failure: BrandFailure }

/** For a front end served separately: its page contains neither the brand nor its colours and icon. */
export async function fetchBrand(): Promise<BrandResult> {
  const { data: brand } = await call(brandCalls.find, { session: 'as it is' })
  showLook(brand)
  const checked = checkBrand(brand)
  return checked ? { brand: checked, failure: null } : { brand, failure: 'wrongly_configured' }
}
