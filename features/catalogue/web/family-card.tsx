import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { moved } from '#kit/web/moved.ts'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Menu, MenuButton } from '#kit/web/ui/menu.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { type StaffFamily, type StaffProduct, staffCatalogueCalls } from '../staff-contract.ts'
import { staffCatalogueText } from './staff-text.ts'
import { useAskedWords } from './use-asked-words.ts'
import { useCatalogueAct } from './use-catalogue-act.ts'

/** The open dialog: one at a time. */
export type Opened =
  | { what: 'product'; family?: string; product?: StaffProduct }
  | { what: 'history'; product: StaffProduct }
  | { what: 'family'; family?: StaffFamily }

type FamilyCardProps = {
  family: StaffFamily
  families: readonly StaffFamily[]
  /** Whether all families are visible: with some hidden, a move would go unnoticed. */
  areAllShown: boolean
  onOpen: (what: Opened) => void
}

/** `shown`: the products that match the search. */
export function FamilyCard({ shown, ...props }: FamilyCardProps & { shown: readonly StaffProduct[] }) {
  const { family, areAllShown, onOpen } = props
  const t = useText(staffCatalogueText)
  const language = useLanguage()
  const format = useFormat()
  const asked = useAskedWords()
  const name = language === 'fr' ? family.nameFr : family.nameEn
  const labelOf = ({ labelFr, labelEn }: StaffProduct) => (language === 'fr' ? labelFr : labelEn)
  return (
    <Card flush title={name} actions={<FamilyMenu {...props} name={name} />}>
      {family.products.length === 0 ? (
        <p className="card__body muted">{t.emptyFamily}</p>
      ) : (
        <Table
          caption={name}
          rows={shown}
          rowKey={({ reference }) => reference}
          columns={[
            {
              key: 'product',
              label: t.columns.product,
              phone: 'title',
              cell: product => <TwoLines sub={product.reference}>{labelOf(product)}</TwoLines>,
            },
            { key: 'leadDays', label: t.columns.leadDays, size: 'md', cell: ({ leadDays }) => t.days(leadDays) },
            { key: 'asked', label: t.columns.asked, cell: asked },
            {
              key: 'price',
              label: t.columns.price,
              size: 'md',
              align: 'end',
              cell: ({ priceCents, vat }) => (
                <TwoLines sub={t.vat[vat]}>
                  {priceCents === null ? <span className="muted">{t.noPrice}</span> : format.money(priceCents)}
                </TwoLines>
              ),
            },
            {
              key: 'state',
              label: t.columns.state,
              size: 'md',
              cell: ({ isRetired }) =>
                isRetired ? (
                  <Pill icon="pause">{t.retired}</Pill>
                ) : (
                  <Pill tone="ok" icon="check">
                    {t.offered}
                  </Pill>
                ),
            },
            {
              key: 'actions',
              label: t.columns.actions,
              labelHidden: true,
              phone: 'corner',
              cell: product => <ProductMenu {...{ product, family, areAllShown, onOpen }} label={labelOf(product)} />,
            },
          ]}
        />
      )}
    </Card>
  )
}

type ProductMenuProps = Omit<FamilyCardProps, 'families'> & { product: StaffProduct; label: string }

function ProductMenu({ product, family, label, areAllShown, onOpen }: ProductMenuProps) {
  const t = useText(staffCatalogueText)
  const act = useCatalogueAct()
  const references = family.products.map(({ reference }) => reference)
  const { reference, changedAt: _at, changedBy: _by, ...facts } = product
  const place = (by: -1 | 1) =>
    act(() =>
      call(staffCatalogueCalls.placeProducts, {
        params: { family: family.id },
        body: { references: moved(references, reference, by) },
      }),
    )
  const setRetired = (isRetired: boolean) =>
    act(async () => {
      await call(staffCatalogueCalls.changeProduct, { params: { reference }, body: { ...facts, isRetired } })
      toast({ title: isRetired ? t.done.retired(label) : t.done.offered(label) })
    })
  return (
    <Menu label={t.menu.product(label)} icon="dots" iconOnly variant="bare" align="end">
      <MenuButton onSelect={() => onOpen({ what: 'product', product })}>{t.menu.change}</MenuButton>
      <MenuButton onSelect={() => onOpen({ what: 'history', product })}>{t.menu.history}</MenuButton>
      {areAllShown && reference !== references[0] && <MenuButton onSelect={() => place(-1)}>{t.menu.up}</MenuButton>}
      {areAllShown && reference !== references.at(-1) && (
        <MenuButton onSelect={() => place(1)}>{t.menu.down}</MenuButton>
      )}
      <MenuButton onSelect={() => setRetired(!product.isRetired)}>
        {product.isRetired ? t.menu.offerAgain : t.menu.retire}
      </MenuButton>
    </Menu>
  )
}

function FamilyMenu({ family, families, name, areAllShown, onOpen }: FamilyCardProps & { name: string }) {
  const t = useText(staffCatalogueText)
  const act = useCatalogueAct()
  const ids = families.map(({ id }) => id)
  const place = (by: -1 | 1) =>
    act(() => call(staffCatalogueCalls.placeFamilies, { body: { families: moved(ids, family.id, by) } }))
  return (
    <Menu label={t.menu.family(name)} icon="dots" iconOnly variant="bare" align="end">
      <MenuButton onSelect={() => onOpen({ what: 'product', family: family.id })}>{t.menu.addHere}</MenuButton>
      <MenuButton onSelect={() => onOpen({ what: 'family', family })}>{t.menu.rename}</MenuButton>
      {areAllShown && family.id !== ids[0] && <MenuButton onSelect={() => place(-1)}>{t.menu.up}</MenuButton>}
      {areAllShown && family.id !== ids.at(-1) && <MenuButton onSelect={() => place(1)}>{t.menu.down}</MenuButton>}
    </Menu>
  )
}
