import { useBrand } from './brand-context.tsx'
import { BrandMark } from './brand-mark.tsx'

/** The laboratory's logo, or its initial, and its name. */
export function BrandLogo({ size }: { size?: 'md' | 'lg' }) {
  const { companyName, companyLogo } = useBrand()
  return <BrandMark name={companyName} logo={companyLogo} size={size} />
}
