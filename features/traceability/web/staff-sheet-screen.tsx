import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Breadcrumb, BreadcrumbHere, BreadcrumbLink } from '#kit/web/ui/breadcrumb.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { benchSheet } from './staff-queries.ts'
import { StaffSheet } from './staff-sheet.tsx'
import { staffSheetsText } from './staff-text.ts'

const route = getRouteApi('/console/staff/sheets/$id')

export function StaffSheetScreen() {
  const t = useText(staffSheetsText)
  const { id } = route.useParams()
  const { data: sheet, error } = useQuery(benchSheet(id))
  const { day } = useFormat()
  useTitle(sheet ? t.sheet.title(sheet.code) : t.title)
  const about = sheet && [
    sheet.practice,
    t.sheet.patient(sheet.patientCode),
    sheet.deliveryOn && t.sheet.forDelivery(day(sheet.deliveryOn, 'long')),
  ]
  return (
    <div className="stack">
      <div className="stack">
        <Breadcrumb label={t.title}>
          <BreadcrumbLink to="/staff/sheets">{t.title}</BreadcrumbLink>
          {(sheet || !error) && <BreadcrumbHere>{sheet?.code ?? <Skeleton width="short" />}</BreadcrumbHere>}
        </Breadcrumb>
        <PageHead
          title={sheet ? t.sheet.title(sheet.code) : error ? t.title : <Skeleton shape="title" width="medium" />}
          description={about?.filter(Boolean).join(' · ')}
        />
      </div>
      <StaffSheet caseId={id} />
    </div>
  )
}
