import { ExportCard } from '#features/privacy/web/export-card.tsx'
import { StaffNoticesCard } from '#features/staff/web/notices-card.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { JumpPart } from '#kit/web/ui/jump-list.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { SecuritySection } from './security-section.tsx'
import { authText } from './text.ts'
import { useMay, useUser } from './use-user.ts'

/** The staff member's own account. */
export function StaffAccountScreen() {
  const { account } = useText(authText)
  useTitle(account)
  const user = useUser()
  const mayDecide = useMay('practices')
  return (
    <div className="stack">
      <PageHead title={account} description={user && `${user.firstName} ${user.lastName} · ${user.email}`} />
      {mayDecide && (
        <JumpPart id="notices">
          <StaffNoticesCard />
        </JumpPart>
      )}
      <SecuritySection screen={account} />
      <ExportCard />
    </div>
  )
}
