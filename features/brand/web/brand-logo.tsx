import { useBrand } from './brand-context.tsx'
import { BrandMark } from './brand-mark.tsx'

export function BrandLogo({ size }: { size?: 'md' | 'lg' }) {
  const { companyName, companyLogo } = useBrand()
  return <BrandMark name={companyName} logo={companyLogo} size={size} />
}
