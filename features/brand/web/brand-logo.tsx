import { BrandMark } from '#kit/web/ui/brand-mark.tsx'
import { useBrand } from './brand-context.tsx'

/** The laboratory's logo, or its initial, and its name. */
export function BrandLogo({ size }: { size?: 'md' | 'lg' }) {
  const { companyName, companyLogo } = useBrand()
  return <BrandMark name={companyName} logo={companyLogo} size={size} />
}
