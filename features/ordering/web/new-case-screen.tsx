import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useUser } from '#features/auth/web/use-user.ts'
import { idOf } from '#kit/web/search-params.ts'
import { useText } from '#kit/web/text.tsx'
import { Breadcrumb, BreadcrumbHere, BreadcrumbLink } from '#kit/web/ui/breadcrumb.tsx'
import type { DraftLine } from '../draft-contract.ts'
import { NewCaseForm } from './new-case-form.tsx'
import { FailedLoad, NoCatalogue } from './new-case-later.tsx'
import { NewCaseSkeleton } from './new-case-skeleton.tsx'
import './new-case.css'
import { catalogueQuery, draftQuery, draftsQuery, prescribersQuery } from './queries.ts'
import { orderingText } from './text.ts'
import type { Draft } from './use-draft.ts'

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

const route = getRouteApi('/portal/cases/new')

/** The draft named by the address; a new one has an id before the address has it. */
const openedAt = (draft: string | undefined) => ({ id: draft ?? crypto.randomUUID(), isNew: draft === undefined })

function Content() {
  // An invalid id counts as none, and is not reported as a missing draft.
  const asked = idOf(route.useSearch().draft)
  const [opened, setOpened] = useState(() => ({ ...openedAt(asked), asked, isRestarted: false }))
  if (asked !== opened.asked) {
    const isOwn = asked === opened.id
    setOpened({ ...(isOwn ? opened : openedAt(asked)), asked, isRestarted: opened.isRestarted })
  }
  const navigate = useNavigate()
  // The first content may have been saved just before this, and the address may have its id already.
  function startAgain() {
    setOpened(present => ({ ...present, ...(present.asked ? {} : openedAt(undefined)), isRestarted: true }))
    void navigate({ to: '/cases/new', search: {}, replace: true, ignoreBlocker: true })
  }
  return <OpenedForm key={opened.id} {...opened} isNamed={opened.asked !== undefined} onStartAgain={startAgain} />
}

type OpenedProps = { id: string; isNew: boolean; isNamed: boolean; isRestarted: boolean; onStartAgain: () => void }

function OpenedForm({ id, isNew, isNamed, isRestarted, onStartAgain }: OpenedProps) {
  const catalogue = useQuery(catalogueQuery)
  const prescribers = useQuery(prescribersQuery)
  const user = useUser()
  // The drafts as the server knew them when the screen opened; from then on the form owns them.
  const [begun, setBegun] = useState<{ draft: Draft | null; others: readonly DraftLine[] }>()
  // Fetched once: a draft that was sent or discarded no longer exists and must not be fetched on leaving.
  const draft = useQuery({ ...draftQuery(id), enabled: !isNew && !begun })
  const drafts = useQuery({ ...draftsQuery, enabled: isNew && !isNamed && !begun })
  if (!begun && isNew && !drafts.isFetching && !drafts.isPending) setBegun({ draft: null, others: drafts.data ?? [] })
  if (!begun && draft.data && !draft.isFetching) setBegun({ draft: draft.data, others: [] })
  const error =
    (catalogue.data ? null : catalogue.error) ??
    (prescribers.data ? null : prescribers.error) ??
    (begun ? null : draft.error)
  if (error && !catalogue.isFetching && !prescribers.isFetching && !draft.isFetching) {
    return (
      <FailedLoad
        error={error}
        draftId={begun || isNew ? undefined : id}
        onStartAgain={onStartAgain}
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
  const ownId = prescribers.data.doctors.find(({ id }) => id === user?.id)?.id
  return (
    <NewCaseForm
      {...catalogue.data}
      {...{ isRestarted, onStartAgain }}
      prescribing={{ ...prescribers.data, ownId }}
      opened={{ id, begun: begun.draft, isNamed }}
      others={begun.others}
    />
  )
}
