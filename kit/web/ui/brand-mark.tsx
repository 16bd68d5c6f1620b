import { useState } from 'react'
import './brand-mark.css'

type BrandMarkProps = {
  name: string
  /** The address of the logo; it may be wide. Without one, or where it does not come, the initial stands in a tile. */
  logo?: string | null | undefined
  size?: 'md' | 'lg' | undefined
}

/** The laboratory: its logo or its initial, and its name. */
export function BrandMark({ name, logo, size = 'md' }: BrandMarkProps) {
  const [missing, setMissing] = useState<string>()
  return (
    <span className={size === 'lg' ? 'brand-mark brand-mark--lg' : 'brand-mark'}>
      {logo && logo !== missing ? (
        <img className="brand-mark__logo" src={logo} alt="" onError={() => setMissing(logo)} />
      ) : (
        <span className="brand-mark__tile" aria-hidden="true">
          {initial(name)}
        </span>
      )}
      <span className="brand-mark__name">{name}</span>
    </span>
  )
}

/** The first letter of what is the laboratory's own: "Laboratoire Émail" is É. */
function initial(name: string) {
  const words = name.trim().split(/\s+/)
  const own =
    words.length > 1 ? words.filter(word => !/^(laboratoires?|labo?|atelier|dental|le|la|les|the)$/i.test(word)) : words
  return ((own[0] ?? words[0] ?? '').match(/\p{L}|\p{N}/u)?.[0] ?? '').toUpperCase()
}
