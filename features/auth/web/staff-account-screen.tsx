import { ExportCard } from '#features/privacy/web/export-card.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { SecuritySection } from './security-section.tsx'
import { authText } from './text.ts'

/** What concerns only whoever of the laboratory is signed in. */
export function StaffAccountScreen() {
  const { account } = useText(authText)
  useTitle(account)
  return (
    <div className="stack">
      <PageHead title={account} />
      <SecuritySection />
      <ExportCard />
    </div>
  )
}
