import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { later } from '#kit/web/later.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { staffOrderingText } from './staff-new-case-text.ts'

const route = getRouteApi('/console/staff/cases/new')

/** Loaded on demand: no other screen of the console needs the parts of the practices' form. */
const Body = later(() => import('./staff-new-case-body.tsx').then(module => module.StaffNewCaseBody), { when: 'drawn' })

/**
 * Enters a case from its slip of paper. The return type is explicit: the route table, which the screen uses, would
 * otherwise be needed to infer it.
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
