import { themeCss } from '#kit/theme.ts'
import { call } from '#kit/web/call.ts'
import { type Brand, brandCalls } from '../contract.ts'
import { type CheckedBrand, checkBrand } from '../rules.ts'

export type BrandFailure = 'not_configured' | 'wrongly_configured' | 'unavailable'

export type BrandResult =
  | { brand: CheckedBrand; failure: null }
  /** `brand` is what is known of it, for its name and logo above the message. */
  | { brand: Brand | null; failure: BrandFailure }

/** For a front end served apart: its page brings neither the brand nor its colours and icon. */
export async function fetchBrand(): Promise<BrandResult> {
  const { data: brand } = await call(brandCalls.find, { session: 'as it is' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(themeCss(brand.whiteLabel))
  document.adoptedStyleSheets.push(sheet)
  if (brand.companyFavicon) {
    const icon = document.createElement('link')
    icon.rel = 'icon'
    icon.href = brand.companyFavicon
    document.head.append(icon)
  }
  const checked = checkBrand(brand)
  return checked ? { brand: checked, failure: null } : { brand, failure: 'wrongly_configured' }
}
