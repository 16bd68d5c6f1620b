import { createContext, type ReactNode, use, useState } from 'react'
import type { CheckedBrand } from '../rules.ts'

type Held = { brand: CheckedBrand; setBrand: (brand: CheckedBrand) => void }

const BrandContext = createContext<Held | null>(null)

/** Starts with the page's brand; follow-brand.tsx updates it. */
export function BrandProvider({ brand, children }: { brand: CheckedBrand; children: ReactNode }) {
  const [present, setBrand] = useState(brand)
  return <BrandContext value={{ brand: present, setBrand }}>{children}</BrandContext>
}

export function useHeldBrand(): Held {
  const held = use(BrandContext)
  if (!held) throw new Error('A component that shows the laboratory stands outside BrandProvider.')
  return held
}

export const useBrand = (): CheckedBrand => useHeldBrand().brand
