import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { later } from '#kit/web/later.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { staffOrderingText } from './staff-new-case-text.ts'

const route = getRouteApi('/console/staff/cases/new')

/** Drawn with the parts of the practices' own form, which no other screen of the console needs. */
const Body = later(() => import('./staff-new-case-body.tsx').then(module => module.StaffNewCaseBody), { when: 'drawn' })

/**
 * What has not been ordered in the portal: entered from its slip of paper. Its type is said: the table of routes, which it asks,
 * would be read for it.
 */
export function StaffNewCaseScreen(): ReactNode {
  const t = useText(staffOrderingText)
  useTitle(t.title)
  const { practiceId } = route.useSearch()
  return (
    <>
      <PageHead title={t.title} description={t.description} />
      <Body preset={practiceId} />
    </>
  )
}
