import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Breadcrumb, BreadcrumbHere, BreadcrumbLink } from '#kit/web/ui/breadcrumb.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { SettingsForm } from './settings-form.tsx'
import { SettingsNotice } from './settings-notice.tsx'
import { billingSettings, reminderSettings } from './staff-queries.ts'
import { billingSettingsText, booksText } from './staff-text.ts'
import './staff-billing.css'

/** The laboratory's identity on its pieces, its account and terms, and its reminders. */
export function StaffBillingSettingsScreen() {
  const words = useText(booksText)
  const t = useText(billingSettingsText).settings
  useTitle(t.title)
  const reminders = useQuery(reminderSettings)
  return (
    <div className="stack billing-settings">
      <div className="stack">
        <Breadcrumb label={words.invoicing}>
          <BreadcrumbLink to="/staff/billing">{words.invoicing}</BreadcrumbLink>
          <BreadcrumbHere>{t.title}</BreadcrumbHere>
        </Breadcrumb>
        <PageHead title={t.title} description={t.description} />
      </div>
      <SettingsNotice isHere />
      <Loaded query={useQuery(billingSettings)}>
        {there => <Loaded query={reminders}>{reminders => <SettingsForm {...{ there, reminders }} />}</Loaded>}
      </Loaded>
    </div>
  )
}

type LoadedProps<Data> = { query: UseQueryResult<Data>; children: (data: Data) => ReactNode }

function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  const words = useText(booksText)
  if (query.data) return children(query.data)
  if (!query.error) return <BlockSkeleton />
  return (
    <Card flush>
      <QueryFailure title={words.failed} query={query} />
    </Card>
  )
}
