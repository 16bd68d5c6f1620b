import { Problem } from '#kit/problem.ts'
import type { Boot } from '../boot.ts'
import type { BrandFailure, BrandResult } from './fetch-brand.ts'

/** From the page, where the server has validated it; only a front end served separately has to fetch it. */
export async function loadBrand(boot: Boot | null): Promise<BrandResult> {
  if (boot?.problem === null) return { brand: boot.brand, failure: null }
  if (boot) return { brand: boot.brand, failure: failureOf(boot.problem) }
  try {
    return await (await import('./fetch-brand.ts')).fetchBrand()
  } catch (error) {
    return { brand: null, failure: failureOf(error instanceof Problem && error.status === 404 && 'brand_unknown') }
  }
}

const failureOf = (problem: unknown): BrandFailure =>
  problem === 'brand_unknown' ? 'not_configured' : problem === 'wrongly_configured' ? problem : 'unavailable'
