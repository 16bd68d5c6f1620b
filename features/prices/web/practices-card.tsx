import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { ActDialog } from '#kit/web/act-dialog.tsx'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { kitText } from '#kit/web/kit-text.ts'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { IconButton } from '#kit/web/ui/icon-button.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { type Placing, type PracticePrices, priceCalls } from '../contract.ts'
import { practicePrices } from './staff-queries.ts'
import { pricesText } from './staff-text.ts'

type On = { practice: PracticePrices; placing: Placing; next: Placing | undefined; isComing: boolean }

/** Each period during which a practice is or will be on this list. */
const onList = (practices: readonly PracticePrices[], listId: string): On[] =>
  practices.flatMap(practice => {
    const placings = [...(practice.now ? [practice.now] : []), ...practice.coming]
    return placings.flatMap((placing, place) =>
      placing.listId === listId
        ? [{ practice, placing, next: placings[place + 1], isComing: placing !== practice.now }]
        : [],
    )
  })

/** Practices on this list, and until when. */
export function PracticesCard({ listId, onPlace }: { listId: string; onPlace: () => void }) {
  const { practices: t } = useText(pricesText)
  const format = useFormat()
  const query = useQuery(practicePrices)
  const rows = query.data && onList(query.data, listId)
  const [ending, setEnding] = useState<On>()
  const day = (day: string) => format.day(day, 'year')
  return (
    <Card
      flush
      title={t.title}
      actions={
        <Button size="sm" icon="plus" onClick={onPlace}>
          {t.add}
        </Button>
      }
    >
      {query.error && !rows ? (
        <QueryFailure title={t.failed} query={query} />
      ) : rows?.length === 0 ? (
        <EmptyState icon="user" title={t.none.title} description={t.none.description} />
      ) : (
        <Table
          caption={t.title}
          rows={rows}
          rowKey={({ practice, placing }) => `${practice.id} ${placing.from}`}
          skeletonRows={3}
          columns={[
            {
              key: 'practice',
              label: t.practice,
              phone: 'title',
              cell: ({ practice }) => (
                <TwoLines sub={practice.place}>
                  <Link to="/staff/practices/$id" params={{ id: practice.id }} className="table__link">
                    {practice.name}
                  </Link>
                </TwoLines>
              ),
            },
            {
              key: 'from',
              label: t.since,
              cell: ({ placing, next, isComing }) => (
                <TwoLines sub={next && t.until(day(next.from), next.list)}>
                  {isComing ? t.coming(day(placing.from)) : day(placing.from)}
                </TwoLines>
              ),
            },
            {
              key: 'actions',
              label: t.actions,
              labelHidden: true,
              align: 'end',
              phone: 'corner',
              cell: on => (
                <IconButton
                  icon="close"
                  label={on.isComing ? t.takeBack(on.practice.name) : t.end(on.practice.name)}
                  onClick={() => setEnding(on)}
                />
              ),
            },
          ]}
        />
      )}
      {ending && <Ending {...ending} onClose={() => setEnding(undefined)} />}
    </Card>
  )
}

/** Returns the practice to the catalogue from today, or cancels a coming placing. */
function Ending({ practice, placing, isComing, onClose }: On & { onClose: () => void }) {
  const words = useText(pricesText)
  const { common } = useText(kitText)
  const changed = useChanged()
  const format = useFormat()
  const t = isComing ? words.takingBack : words.ending
  const { id, name } = practice
  const { from } = placing
  const act = () =>
    (isComing
      ? call(priceCalls.takeBack, { params: { practiceId: id, from } })
      : call(priceCalls.place, { body: { practiceIds: [id], listId: null, from: format.today() } })
    ).finally(() => void changed('catalogue', 'signups'))
  return (
    <ActDialog
      tone="primary"
      title={t.title(name)}
      description={t.description}
      confirmLabel={t.act(name)}
      cancelLabel={common.cancel}
      act={act}
      done={t.done(name)}
      failed={t.failed}
      refusals={words.practices.refusals}
      onClose={onClose}
    />
  )
}
