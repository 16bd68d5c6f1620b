import { later } from '#kit/web/later.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { ErasureList } from './erasure-list.tsx'
import { staffPrivacyText } from './staff-text.ts'

const meanwhile = () => <Skeleton width="long" />
const CaseReaders = later(() => import('./case-readers.tsx').then(module => module.CaseReaders), {
  when: 'drawn',
  meanwhile,
})
const RemovalList = later(() => import('./removal-list.tsx').then(module => module.RemovalList), {
  when: 'drawn',
  meanwhile,
})

const Retention = later(() => import('./retention.tsx').then(module => module.Retention), {
  when: 'drawn',
  meanwhile,
})

/** The laboratory's data protection duties: erasure requests, readers of cases, removals. */
export function StaffPrivacyScreen() {
  const t = useText(staffPrivacyText)
  useTitle(t.title)
  return (
    <div className="stack">
      <PageHead title={t.title} description={t.description} />
      <ErasureList />
      <CaseReaders />
      <Retention />
      <RemovalList />
    </div>
  )
}
