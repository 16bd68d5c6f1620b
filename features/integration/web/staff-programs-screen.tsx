import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '#kit/web/format.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { whyUnanswered } from '../rules.ts'
import type { Program } from '../staff-contract.ts'
import { Interface } from './interface.tsx'
import { ProgramDialog, type ProgramDialogProps } from './program-dialog.tsx'
import { ProgramMenu } from './program-menu.tsx'
import { programList } from './staff-queries.ts'
import { programsText } from './staff-text.ts'

/** The laboratory's programs, for its administrators. */
export function StaffProgramsScreen() {
  const t = useText(programsText)
  useTitle(t.title)
  const format = useFormat()
  const list = useQuery(programList)
  // Outside the table, so that a key stays in sight even if its program has gone meanwhile.
  const [asked, setAsked] = useState<ProgramDialogProps>()
  const programs = list.data?.data
  const isEmpty = programs?.length === 0
  const add = (
    <Button variant="primary" icon="plus" onClick={() => setAsked({ shown: 'new' })}>
      {t.add}
    </Button>
  )
  return (
    <div className="stack">
      <PageHead title={t.title} description={t.description} actions={!isEmpty && add} />
      <Card flush footer={!isEmpty && programs && <p className="small muted">{t.toTenMinutes}</p>}>
        {list.error && !list.data ? (
          <QueryFailure title={t.failed} query={list} />
        ) : isEmpty ? (
          <EmptyState icon="sort" title={t.none} description={t.noneAdvice} action={add} />
        ) : (
          <Table
            caption={t.title}
            rows={programs}
            rowKey={({ id }) => id}
            skeletonRows={2}
            columns={[
              {
                key: 'name',
                label: t.columns.name,
                phone: 'title',
                cell: ({ name, addedAt, removedAt }) => (
                  <TwoLines
                    sub={
                      removedAt
                        ? t.removed(format.day(format.dayOf(removedAt), 'year'))
                        : t.since(format.day(format.dayOf(addedAt), 'year'))
                    }
                  >
                    {name}
                  </TwoLines>
                ),
              },
              { key: 'keys', label: t.columns.keys, cell: ({ keys }) => <Keys keys={keys} /> },
              {
                key: 'toldAt',
                label: t.columns.toldAt,
                cell: ({ toldAt, removedAt }) => <Told {...{ toldAt, removedAt }} />,
              },
              {
                key: 'actions',
                label: t.columns.actions,
                labelHidden: true,
                phone: 'corner',
                cell: program => <ProgramMenu program={program} open={setAsked} />,
              },
            ]}
          />
        )}
      </Card>
      <Card title={t.interface.title}>
        <Interface />
      </Card>
      {asked && (
        <ProgramDialog
          {...asked}
          isWithinAllowed={list.data?.isWithinAllowed ?? false}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  )
}

/** A key with an end is the previous one: its last use shows whether it is still needed. */
function Keys({ keys }: Pick<Program, 'keys'>) {
  const t = useText(programsText)
  const format = useFormat()
  if (keys.length === 0) return <span className="muted">{t.noKey}</span>
  return (
    <div className="stack stack--sm">
      {keys.map(({ id, hint, seenAt, endsAt }) => (
        <TwoLines key={id} sub={seenAt ? t.seen(format.dayTime(seenAt)) : t.neverSeen}>
          {endsAt ? (
            <TwoLines tone="warn" sub={t.ends(format.dayTime(endsAt))}>
              …{hint}
            </TwoLines>
          ) : (
            `…${hint}`
          )}
        </TwoLines>
      ))}
    </div>
  )
}

function Told({ toldAt, removedAt }: Pick<Program, 'toldAt' | 'removedAt'>) {
  const t = useText(programsText)
  const format = useFormat()
  if (!toldAt) return <span className="muted">{removedAt ? '—' : t.notTold}</span>
  const { url, answeredAt, failingSince, failure } = toldAt
  const address = url.replace(/^https:\/\//, '')
  if (!failingSince)
    return <TwoLines sub={answeredAt ? t.answered(format.dayTime(answeredAt)) : t.notYetTold}>{address}</TwoLines>
  const word = failure ?? ''
  return (
    <>
      <Pill tone="late" icon="warning">
        {t.failing}
      </Pill>
      <TwoLines tone="late" sub={t.failingSince(format.dayTime(failingSince), t.why[whyUnanswered(word)](word))}>
        {address}
      </TwoLines>
    </>
  )
}
