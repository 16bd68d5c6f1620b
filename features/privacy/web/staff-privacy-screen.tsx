import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { CaseReaders } from './case-readers.tsx'
import { ErasureList } from './erasure-list.tsx'
import { RemovalList } from './removal-list.tsx'
import { staffPrivacyText } from './staff-text.ts'

/** What the laboratory answers for: who asks to be forgotten, who has read a case, what has gone. */
export function StaffPrivacyScreen() {
  const t = useText(staffPrivacyText)
  useTitle(t.title)
  return (
    <div className="stack">
      <PageHead title={t.title} description={t.description} />
      <ErasureList />
      <CaseReaders />
      <RemovalList />
    </div>
  )
}
