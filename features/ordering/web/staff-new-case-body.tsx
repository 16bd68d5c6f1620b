import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { staffCaseFilters } from '#features/cases/web/staff-queries.ts'
import { Problem } from '#kit/problem.ts'
import { useUnsavedChanges } from '#kit/web/dirty-forms.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { rememberKeys } from '#kit/web/request-keys.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Combobox } from '#kit/web/ui/combobox.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { another, emptyEntry, isEmpty } from './entry.ts'
import { focusFree, spotId } from './faults.ts'
import { StaffNewCaseForm } from './staff-new-case-form.tsx'
import { staffOrderingText } from './staff-new-case-text.ts'
import { offeredTo } from './staff-queries.ts'
import type { KnownMemory } from './use-known-patient.ts'
import './new-case.css'

/** `preset` is the practice the user comes from. Choosing another keeps what was typed. */
export function StaffNewCaseBody({ preset }: { preset: string | undefined }) {
  const t = useText(staffOrderingText)
  const [practiceId, choose] = useState(preset)
  const [isChoosing, setChoosing] = useState(false)
  const [entry, setEntry] = useState(emptyEntry)
  /** For a physical impression: it came in the bag with the slip. */
  const [isImpressionHere, setImpressionHere] = useState(false)
  // Keys belong to the entry: a retry after a lost answer is the same request, whichever practice was viewed meanwhile.
  const [keyOf, setKeyOf] = useState(rememberKeys)
  /** What was filled in from a known patient, who belongs to this practice. */
  const memory = useState<KnownMemory>({})
  const [known, setKnown] = memory
  const { settled } = useUnsavedChanges(!isEmpty(entry))
  const offered = useQuery(offeredTo(practiceId))
  const isGone = offered.error instanceof Problem && offered.error.status === 404
  if (!practiceId || isChoosing || isGone)
    return (
      <ChoosePractice
        kept={isGone ? undefined : offered.data?.practice.name}
        onKeep={() => setChoosing(false)}
        onChoose={id => {
          const name = known.filled?.name
          if (id !== practiceId) {
            setEntry(before => ({
              ...before,
              patient: before.patient === name ? '' : before.patient,
              // Doctors of the previous practice do not prescribe for the new one.
              prescriberId: before.prescriberId === another ? another : '',
            }))
            setKnown({})
          }
          choose(id)
          setChoosing(false)
        }}
      />
    )
  if (offered.data)
    return (
      <StaffNewCaseForm
        offered={offered.data}
        onOtherPractice={() => setChoosing(true)}
        onEntered={() => {
          settled()
          setEntry(() => emptyEntry)
          setImpressionHere(false)
          setKeyOf(rememberKeys)
          setKnown({})
        }}
        {...{ entry, setEntry, isImpressionHere, setImpressionHere, keyOf, memory }}
      />
    )
  return (
    <Card>
      {offered.error ? <QueryFailure title={t.failed} query={offered} /> : <Skeleton shape="title" width="medium" />}
    </Card>
  )
}

type ChooseProps = { kept: string | undefined; onKeep: () => void; onChoose: (id: string) => void }

function ChoosePractice({ kept, onKeep, onChoose }: ChooseProps) {
  const t = useText(staffOrderingText)
  const { loading } = useText(kitText).common
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
      <div className="stack">
        <Combobox
          id={spotId('practice')}
          label={t.practice}
          hint={kept && t.kept}
          placeholder={t.practiceExample}
          groups={[
            {
              id: 'practices',
              label: t.practices,
              options: (practices ?? []).map(({ id, name }) => ({ value: id, label: name })),
            },
          ]}
          pending={areThere ? undefined : loading}
          onChoose={onChoose}
          noMatch={t.noPractice}
          found={t.found}
        />
        {kept && (
          <div className="row">
            <Button onClick={onKeep}>{t.keep(kept)}</Button>
          </div>
        )}
      </div>
    </Card>
  )
}
