import { useState } from 'react'
import { initialOf } from '../initial.ts'
import '#kit/web/ui/brand-mark.css'

type BrandMarkProps = {
  name: string
  /** The address of the logo, which may be wide. Without one, or if it fails to load, the initial is shown in a tile. */
  logo?: string | null | undefined
  size?: 'md' | 'lg' | undefined
}

/** The laboratory's mark: its logo or its initial, and its name. */
export function BrandMark({ name, logo, size = 'md' }: BrandMarkProps) {
  const [missing, setMissing] = useState<string>()
  return (
    <span className={size === 'lg' ? 'brand-mark brand-mark--lg' : 'brand-mark'}>
      {logo && logo !== missing ? (
        <img className="brand-mark__logo" src={logo} alt="" onError={() => setMissing(logo)} />
      ) : (
        <span className="brand-mark__tile" aria-hidden="true">
          {initialOf(name)}
        </span>
      )}
      <span className="brand-mark__name">{name}</span>
    </span>
  )
}
