import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '#kit/web/text.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { billingSettings } from './staff-queries.ts'
import { booksText } from './staff-text.ts'

/** What keeps the laboratory from invoicing, or practices from paying; `isHere`: on the page that completes it. */
export function SettingsNotice({ isHere }: { isHere?: boolean }) {
  const t = useText(booksText)
  const { data: settings } = useQuery(billingSettings)
  if (!settings || (settings.missing.length === 0 && settings.iban)) return null
  const link = !isHere && <Link to="/staff/billing/settings">{t.complete}</Link>
  if (settings.missing.length === 0) return <Notice title={t.noIban}>{link}</Notice>
  return (
    <Notice tone="warn" title={t.missing}>
      <ul>
        {settings.missing.map(part => (
          <li key={part}>{t.missingParts[part]}</li>
        ))}
      </ul>
      {link}
    </Notice>
  )
}
