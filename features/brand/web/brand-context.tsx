import { createContext, type ReactNode, use } from 'react'
import type { CheckedBrand } from '../rules.ts'

const BrandContext = createContext<CheckedBrand | null>(null)

export function BrandProvider({ brand, children }: { brand: CheckedBrand; children: ReactNode }) {
  return <BrandContext value={brand}>{children}</BrandContext>
}

export function useBrand(): CheckedBrand {
  const brand = use(BrandContext)
  if (!brand) throw new Error('A component that shows the laboratory stands outside BrandProvider.')
  return brand
}
