import { formatShade, formatTeeth } from '#features/prescription/rules.ts'
import { TeethDrawn } from '#features/prescription/web/teeth-drawn.tsx'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { quantityOf } from '../rules.ts'
import type { Catalogue, EnteredProduct } from './entry.ts'
import { orderingText } from './text.ts'

export function LookWorks({ products, catalogue }: { products: readonly EnteredProduct[]; catalogue: Catalogue }) {
  return (
    <ul className="look__works">
      {products.map(product => (
        <Work key={product.key} product={product} catalogue={catalogue} />
      ))}
    </ul>
  )
}

function Work({ product, catalogue }: { product: EnteredProduct; catalogue: Catalogue }) {
  const t = useText(orderingText)
  const language = useLanguage()
  const known = catalogue.get(product.reference)
  if (!known) return null
  const { teeth = [], pontics = [], sector, shade, complementaryShade, implant, note } = product
  const quantity = quantityOf(product, known.needs)
  const shades = [
    shade && t.look.shade(formatShade(shade.trim(), language)),
    complementaryShade && t.look.complementaryShade(formatShade(complementaryShade.trim(), language)),
  ]
  const facts = [
    teeth.length > 0 && formatTeeth(teeth),
    known.needs.hasPontics && (pontics.length > 0 ? t.look.pontics(formatTeeth(pontics)) : t.look.noPontics),
    sector && t.work.sectors[sector],
    ...shades,
    implant && [implant.brand, implant.platform].filter(Boolean).join(' '),
    teeth.length === 0 && quantity > 1 && t.look.quantity(quantity),
  ].filter(Boolean)
  return (
    <li className="look__work">
      <div>
        <h3>{known.label}</h3>
        <p>{facts.join(' · ')}</p>
        {note?.trim() && <p className="muted look__comment">{note.trim()}</p>}
      </div>
      {teeth.length > 0 && <TeethDrawn teeth={teeth} pontics={pontics} />}
    </li>
  )
}
