import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
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
import { focusFree, spotId } from './faults.ts'
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

/** `preset` is where one comes from. Another may be chosen when half of the form is typed: what has been typed stays. */
export function StaffNewCaseBody({ preset }: { preset: string | undefined }) {
  const t = useText(staffOrderingText)
  const [practiceId, choose] = useState(preset)
  const [entry, setEntry] = useState(emptyEntry)
  const { settled } = useUnsavedChanges(!isEmpty(entry))
  const offered = useQuery(offeredTo(practiceId))
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
  const areThere = practices !== undefined
  useEffect(() => {
    if (areThere) focusFree('practice')
  }, [areThere])
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
        id={spotId('practice')}
        label={t.practice}
        placeholder={t.practiceExample}
        groups={[
          {
            id: 'practices',
            label: t.practices,
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
