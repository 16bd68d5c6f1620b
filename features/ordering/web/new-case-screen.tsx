import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '#features/auth/web/use-user.ts'
import { CallButton } from '#features/brand/web/call-button.tsx'
import { Problem } from '#kit/problem.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { useProblemText, useReference } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Breadcrumb, BreadcrumbHere, BreadcrumbLink } from '#kit/web/ui/breadcrumb.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { ErrorState } from '#kit/web/ui/error-state.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { NewCaseForm } from './new-case-form.tsx'
import { StartOver } from './new-case-later.tsx'
import { NewCaseSkeleton } from './new-case-skeleton.tsx'
import './new-case.css'
import { catalogueQuery, draftQuery, prescribersQuery } from './queries.ts'
import { orderingText } from './text.ts'
import type { Draft } from './use-draft.ts'

/** A prescription, from the first word to the laboratory. */
export function NewCaseScreen() {
  const t = useText(orderingText)
  return (
    <>
      <Breadcrumb label={t.breadcrumb}>
        <BreadcrumbLink to="/cases">{t.cases}</BreadcrumbLink>
        <BreadcrumbHere>{t.title}</BreadcrumbHere>
      </Breadcrumb>
      <Content />
    </>
  )
}

function Content() {
  const catalogue = useQuery(catalogueQuery)
  const draft = useQuery(draftQuery)
  const prescribers = useQuery(prescribersQuery)
  const user = useUser()
  // What was begun, as the server knew it when the screen opened; the form has it from then on.
  const [begun, setBegun] = useState<{ draft: Draft | null }>()
  if (!begun && draft.data !== undefined && !draft.isFetching) setBegun({ draft: draft.data })
  const error =
    (catalogue.data ? null : catalogue.error) ??
    (prescribers.data ? null : prescribers.error) ??
    (begun ? null : draft.error)
  if (error && !catalogue.isFetching && !prescribers.isFetching && !draft.isFetching) {
    return (
      <Failed
        error={error}
        onRetry={() => {
          if (!catalogue.data) void catalogue.refetch()
          if (!prescribers.data) void prescribers.refetch()
          if (!begun) void draft.refetch()
        }}
      />
    )
  }
  if (!catalogue.data || !prescribers.data || !begun) return <NewCaseSkeleton />
  if (catalogue.data.families.every(({ products }) => products.length === 0)) return <NoCatalogue />
  const ownId = user?.kind === 'practice' && user.accountType === 'doctor' ? user.id : undefined
  return <NewCaseForm {...catalogue.data} prescribing={{ ...prescribers.data, ownId }} begun={begun.draft} />
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useText(orderingText)
  const kit = useText(kitText)
  const sentence = useProblemText()
  const reference = useReference()
  const [isDiscarding, setDiscarding] = useState(false)
  // Nobody waits for another release to order.
  const isUnreadable = error instanceof Problem && error.code === 'draft_too_new'
  useTitle(t.title, true)
  return (
    <>
      <PageHead title={t.title} />
      <Card flush>
        <ErrorState
          icon={error instanceof Problem && error.status === 0 ? 'offline' : 'warning'}
          title={t.load.failed}
          description={sentence(error, t.problems)}
          reference={reference(error)}
          retryLabel={kit.error.retry}
          onRetry={onRetry}
        />
        {isUnreadable && (
          <div className="state">
            <Button onClick={() => setDiscarding(true)}>{t.draft.delete}</Button>
          </div>
        )}
      </Card>
      <StartOver open={isDiscarding} onClose={() => setDiscarding(false)} onDone={onRetry} />
    </>
  )
}

function NoCatalogue() {
  const t = useText(orderingText)
  useTitle(t.title)
  return (
    <>
      <PageHead title={t.title} />
      <Card flush>
        <EmptyState icon="box" title={t.load.empty} description={t.load.emptyAdvice} action={<CallButton />} />
      </Card>
    </>
  )
}
