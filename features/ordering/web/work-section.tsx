import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CatalogueProduct } from '#features/catalogue/contract.ts'
import { ShadePicker } from '#features/prescription/web/shade-picker.tsx'
import { ToothChart } from '#features/prescription/web/tooth-chart.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Combobox } from '#kit/web/ui/combobox.tsx'
import { Menu, MenuButton } from '#kit/web/ui/menu.tsx'
import { prepareAct, useLateAct } from '#kit/web/use-late-act.ts'
import type { Catalogue, EnteredProduct } from './entry.ts'
import { withKey } from './entry.ts'
import { focusSpot, spotId } from './faults.ts'
import { ProductCard } from './product-card.tsx'
import { orderingText } from './text.ts'
import { Extras, ImplantFields, SectorChoice } from './work-later.tsx'

export type Families = readonly { id: string; name: string; products: readonly CatalogueProduct[] }[]

/** Loaded before a product is chosen. */
const loadChoosers = () =>
  Promise.all([ToothChart, ShadePicker, SectorChoice, ImplantFields, Extras].map(part => part.prepare()))

type WorkProps = {
  products: readonly EnteredProduct[]
  onChange: (update: (before: readonly EnteredProduct[]) => readonly EnteredProduct[]) => void
  families: Families
  catalogue: Catalogue
  faultAt: (path: string) => string | undefined
}

export function WorkSection({ products, onChange, families, catalogue, faultAt }: WorkProps) {
  const t = useText(orderingText).work
  const act = useLateAct()
  /** The last removed product, and its position. */
  const [removed, setRemoved] = useState<{ product: EnteredProduct; place: number }>()

  // Prepares what the first product needs once the form is shown.
  useEffect(() => prepareAct(loadChoosers), [])

  const add = (reference: string) =>
    act(loadChoosers, () => {
      const product = withKey({ reference })
      // Rendered at once, so that typing goes into the new card's fields.
      flushSync(() => {
        setRemoved(undefined)
        onChange(before => [...before, product])
      })
      focusSpot(`products.${product.key}`)
    })
  function remove(product: EnteredProduct) {
    flushSync(() => {
      setRemoved({ product, place: products.indexOf(product) })
      onChange(before => before.filter(({ key }) => key !== product.key))
    })
    focusSpot('removed')
  }
  function undo() {
    if (!removed) return
    flushSync(() => {
      onChange(before => before.toSpliced(removed.place, 0, removed.product))
      setRemoved(undefined)
    })
    focusSpot(`products.${removed.product.key}`)
  }
  const nameOf = ({ reference }: EnteredProduct) => catalogue.get(reference)?.label ?? reference

  return (
    <Card title={t.title}>
      <div className="stack">
        {products.map(product => (
          <ProductCard
            key={product.key}
            product={product}
            known={catalogue.get(product.reference)}
            faultAt={faultAt}
            onChange={changes =>
              onChange(before => before.map(other => (other.key === product.key ? { ...other, ...changes } : other)))
            }
            onRemove={() => remove(product)}
          />
        ))}
        {removed && (
          <p className="row" id={spotId('removed')} role="status">
            <span className="muted">{t.removed(nameOf(removed.product))}</span>
            <Button size="sm" onClick={undo}>
              {t.undo}
            </Button>
          </p>
        )}
        <div className="stack stack--sm">
          <Combobox
            id={spotId('products')}
            label={products.length > 0 ? t.another : t.search}
            hint={t.searchHint}
            placeholder={t.searchExample}
            error={faultAt('products')}
            groups={families.map(({ id, name, products }) => ({
              id,
              label: name,
              options: products.map(({ reference, label, leadDays, name }) => ({
                value: reference,
                label,
                detail: t.lead(leadDays),
                words: `${reference} ${name.one}`,
              })),
            }))}
            onChoose={reference => void add(reference)}
            noMatch={t.noMatch}
            found={t.found}
          />
          <ul className="row" aria-label={t.families}>
            {families.map(family => (
              <li key={family.id}>
                <Menu label={family.name} size="sm">
                  {family.products.map(({ reference, label }) => (
                    <MenuButton key={reference} onSelect={() => void add(reference)}>
                      {label}
                    </MenuButton>
                  ))}
                </Menu>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Card>
  )
}
