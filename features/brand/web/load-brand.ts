import { Problem } from '#kit/problem.ts'
import type { Boot } from '../boot.ts'
import type { Brand } from '../contract.ts'
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
    const brand = boot?.brand ?? (await (await import('./fetch-brand.ts')).fetchBrand())
    const deliveryTimeInformation = parseDeliveryTimeInformation(brand.deliveryTimeInformation)
    if (!deliveryTimeInformation) return { brand, failure: 'wrongly_configured' }
    return { brand: { ...brand, deliveryTimeInformation }, failure: null }
  } catch (error) {
    const isUnknown = error instanceof Problem && error.status === 404
    return { brand: null, failure: isUnknown ? 'not_configured' : 'unavailable' }
  }
}
