import { createContext, type ReactNode, use } from 'react'
import type { Brand } from '../contract.ts'
import type { DeliveryTimeInformation } from '../rules.ts'

/** The laboratory, checked: whoever reads it need not doubt it. */
export type CheckedBrand = Omit<Brand, 'deliveryTimeInformation'> & { deliveryTimeInformation: DeliveryTimeInformation }

const BrandContext = createContext<CheckedBrand | null>(null)

export function BrandProvider({ brand, children }: { brand: CheckedBrand; children: ReactNode }) {
  return <BrandContext value={brand}>{children}</BrandContext>
}

export function useBrand(): CheckedBrand {
  const brand = use(BrandContext)
  if (!brand) throw new Error('A component that shows the laboratory stands outside BrandProvider.')
  return brand
}
