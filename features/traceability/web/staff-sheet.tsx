import { useQuery } from '@tanstack/react-query'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { ProductMaterials } from './product-materials.tsx'
import { SheetRelease } from './sheet-release.tsx'
import { SheetSignature } from './sheet-signature.tsx'
import { SheetSites } from './sheet-sites.tsx'
import { benchSheet } from './staff-queries.ts'
import { staffSheetsText } from './staff-text.ts'
import './staff-sheet.css'

/** Loads the sheet for its place among the other parts of a case. */
export const load = async () => {
  await loadText(staffSheetsText)
  return StaffSheet
}

export function StaffSheet({ caseId }: { caseId: string }) {
  const t = useText(staffSheetsText)
  const found = useQuery(benchSheet(caseId))
  const { data: sheet, error } = found
  if (!sheet) {
    return error ? (
      <Card flush>
        <QueryFailure title={t.sheet.failed} query={found} />
      </Card>
    ) : (
      <BlockSkeleton />
    )
  }
  const isOpen = !sheet.statement || sheet.isChanged
  return (
    <div className="stack">
      {error && <OutdatedNotice words={t.outdated} error={error} onRetry={() => void found.refetch()} />}
      {sheet.products.map(product => (
        <ProductMaterials
          key={product.caseSequence}
          caseId={caseId}
          product={product}
          signed={isOpen ? null : sheet.statement}
        />
      ))}
      <SheetSites caseId={caseId} chosen={sheet.subcontractors} />
      <SheetRelease key={`release ${sheet.checks.length}`} sheet={sheet} isOpen={isOpen} />
      <SheetSignature sheet={sheet} isOpen={isOpen} />
    </div>
  )
}
