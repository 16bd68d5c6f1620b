import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import type { Boot } from '../boot.ts'
import { type Brand, brandCalls } from '../contract.ts'
import { parseDeliveryTimeInformation } from '../rules.ts'
import type { CheckedBrand } from './brand-context.tsx'

export type BrandFailure = 'not_configured' | 'wrongly_configured' | 'unavailable'

export type BrandResult =
  | { brand: CheckedBrand; failure: null }
  /** `brand` is what is known of it, for its name and logo above the message. */
  | { brand: Brand | null; failure: BrandFailure }

/** From the page that brought it; only a front end served apart has to ask. */
export async function loadBrand(boot: Boot | null): Promise<BrandResult> {
  if (boot?.problem) {
    return { brand: boot.brand, failure: boot.problem === 'brand_unknown' ? 'not_configured' : 'unavailable' }
  }
  try {
    const brand = boot?.brand ?? (await fetchBrand())
    const deliveryTimeInformation = parseDeliveryTimeInformation(brand.deliveryTimeInformation)
    if (!deliveryTimeInformation) return { brand, failure: 'wrongly_configured' }
    return { brand: { ...brand, deliveryTimeInformation }, failure: null }
  } catch (error) {
    const isUnknown = error instanceof Problem && error.status === 404
    return { brand: null, failure: isUnknown ? 'not_configured' : 'unavailable' }
  }
}

/** The page did not bring the brand, so neither its colours nor its icon. */
async function fetchBrand(): Promise<Brand> {
  const { data: brand } = await call(brandCalls.find, { session: 'as it is' })
  const { themeCss } = await import('#kit/theme.ts')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(themeCss(brand.whiteLabel))
  document.adoptedStyleSheets.push(sheet)
  if (brand.companyFavicon) {
    const icon = document.createElement('link')
    icon.rel = 'icon'
    icon.href = brand.companyFavicon
    document.head.append(icon)
  }
  return brand
}
