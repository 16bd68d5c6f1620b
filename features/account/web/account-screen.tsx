import { SecuritySection } from '#features/auth/web/security-section.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { accountPageText } from './page-text.ts'

/** What the laboratory knows of this user and of the practice, and how to have it changed. */
export function AccountScreen() {
  const t = useText(accountPageText)
  useTitle(t.title)
  return (
    <div className="stack">
      <PageHead title={t.title} description={t.description} />
      {/* Personal information */}
      {/* Contact information */}
      {/* Office address */}
      {/* Delivery instructions */}
      <SecuritySection />
    </div>
  )
}
