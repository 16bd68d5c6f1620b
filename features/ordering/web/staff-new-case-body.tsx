import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { staffCaseFilters } from '#features/cases/web/staff-queries.ts'
import { call } from '#kit/web/call.ts'
import { useUnsavedChanges } from '#kit/web/dirty-forms.ts'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Combobox } from '#kit/web/ui/combobox.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { staffOrderingCalls } from '../contract.ts'
import { emptyEntry, isEmpty } from './entry.ts'
import { StaffNewCaseForm } from './staff-new-case-form.tsx'
import { staffOrderingText } from './staff-new-case-text.ts'
import './new-case.css'

const offeredTo = (id: string | undefined) =>
  queryOptions({
    queryKey: ['staff', 'ordering', id],
    queryFn: id
      ? async ({ signal }) => (await call(staffOrderingCalls.prepare, { params: { id }, signal })).data
      : skipToken,
    meta: { topics: ['orders', 'colleagues', 'language'] },
  })

/** Of one practice after the other: above the form, another may be chosen when half of it is typed. */
export function StaffNewCaseBody({ practiceId }: { practiceId: string | undefined }) {
  const t = useText(staffOrderingText)
  const navigate = useNavigate()
  const [entry, setEntry] = useState(emptyEntry)
  const { settled } = useUnsavedChanges(!isEmpty(entry))
  const offered = useQuery(offeredTo(practiceId))
  const choose = (practiceId: string | undefined) =>
    void navigate({ to: '/staff/cases/new', search: { practiceId }, replace: true })
  return (
    <>
      {!practiceId ? (
        <ChoosePractice onChoose={choose} />
      ) : offered.data ? (
        <StaffNewCaseForm
          offered={offered.data}
          onOtherPractice={() => choose(undefined)}
          {...{ entry, setEntry, settled }}
        />
      ) : offered.error ? (
        <Card>
          <QueryFailure title={t.failed} query={offered} />
        </Card>
      ) : (
        <Card>
          <Skeleton shape="title" width="medium" />
        </Card>
      )}
    </>
  )
}

function ChoosePractice({ onChoose }: { onChoose: (id: string) => void }) {
  const t = useText(staffOrderingText)
  const known = useQuery(staffCaseFilters)
  const practices = known.data?.practices
  if (known.error && !practices)
    return (
      <Card>
        <QueryFailure title={t.failed} query={known} />
      </Card>
    )
  if (practices?.length === 0)
    return (
      <Card>
        <EmptyState title={t.none} description={t.noneAdvice} />
      </Card>
    )
  return (
    <Card>
      <Combobox
        label={t.practice}
        placeholder={t.practiceExample}
        groups={[
          {
            id: 'practices',
            label: '',
            options: (practices ?? []).map(({ id, name }) => ({ value: id, label: name })),
          },
        ]}
        onChoose={onChoose}
        noMatch={t.noPractice}
        found={t.found}
      />
    </Card>
  )
}
