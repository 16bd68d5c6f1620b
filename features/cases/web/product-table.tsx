import { formatShade, formatTeeth } from '#features/prescription/rules.ts'
import { TeethDrawn } from '#features/prescription/web/teeth-drawn.tsx'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { type Column, Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { CaseProduct } from '../contract.ts'
import { Nothing } from './nothing.tsx'
import { casesText } from './text.ts'

/** The prescribed products. */
export function ProductTable({ products }: { products: readonly CaseProduct[] | undefined }) {
  const t = useText(casesText)
  return (
    <Card title={t.one.products} flush>
      <Table
        caption={t.one.products}
        columns={useProductColumns(products)}
        rows={products}
        skeletonRows={1}
        rowKey={product => product.id}
      />
    </Card>
  )
}

function useProductColumns(products: readonly CaseProduct[] | undefined): Column<CaseProduct>[] {
  const t = useText(casesText)
  const language = useLanguage()
  const { columns } = t.one
  // Lots and makers are entered near the end; until then the column would only show dashes.
  const isTraced = products?.some(product => product.traceability)
  const traceability: Column<CaseProduct> = {
    key: 'traceability',
    label: columns.traceability,
    cell: product => product.traceability ?? <Nothing />,
  }
  return [
    {
      key: 'product',
      label: columns.product,
      phone: 'bare',
      cell: ({ label, caseSequence, reference, implant, note }) => (
        <>
          <TwoLines sub={`${t.one.line(caseSequence)} · ${t.one.reference(reference)}`}>{label}</TwoLines>
          {implant && <p className="case__aside-words">{t.one.implant(implant.brand, implant.platform)}</p>}
          {note && <p className="case__aside-words">{note}</p>}
        </>
      ),
    },
    { key: 'quantity', label: columns.quantity, size: 'xs', cell: ({ quantity }) => t.number(quantity) },
    {
      key: 'teeth',
      label: columns.teeth,
      ...(isTraced && { size: 'md' }),
      cell: ({ teeth, pontics, sector }) => {
        const place = sector && t.sector[sector]
        if (teeth.length === 0) return place ?? <Nothing />
        const hanging = pontics.length > 0 ? t.one.pontics(formatTeeth(pontics)) : undefined
        return (
          <div>
            <TwoLines sub={[place, hanging].filter(Boolean).join(', ')}>{formatTeeth(teeth)}</TwoLines>
            <TeethDrawn teeth={teeth} pontics={pontics} />
          </div>
        )
      },
    },
    {
      key: 'shade',
      label: columns.shade,
      size: isTraced ? 'sm' : 'md',
      cell: ({ shade, complementaryShade }) => (
        <TwoLines sub={complementaryShade && t.one.complementaryShade(formatShade(complementaryShade, language))}>
          {shade ? formatShade(shade, language) : <Nothing />}
        </TwoLines>
      ),
    },
    ...(isTraced ? [traceability] : []),
  ]
}
