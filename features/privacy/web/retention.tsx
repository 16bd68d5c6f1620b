import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActDialog } from '#kit/web/act-dialog.tsx'
import { call } from '#kit/web/call.ts'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { staffPrivacyCalls } from '../contract.ts'
import { mostNamesCounted, offeredMonths } from '../rules.ts'
import { namesOver, retentionQuery } from './staff-queries.ts'
import { staffPrivacyText } from './staff-text.ts'

/** The retention periods set by law, and the one that the laboratory chooses. */
export function Retention() {
  const { retention: t } = useText(staffPrivacyText)
  const known = useQuery(retentionQuery)
  const [isChanging, setChanging] = useState(false)
  const rows = known.data && [
    {
      what: t.names,
      long: t.months(known.data.months),
      who: t.namesWho,
      act: (
        <Button size="sm" aria-label={t.changeNames} onClick={() => setChanging(true)}>
          {t.change}
        </Button>
      ),
    },
    ...Object.values(t.law).map(law => ({ ...law, act: null })),
  ]
  return (
    <Card title={t.title}>
      <div className="stack stack--sm">
        <p className="muted">{t.hint}</p>
        {known.error && !known.data ? (
          <QueryFailure title={t.failed} query={known} />
        ) : (
          <Table
            caption={t.title}
            rows={rows}
            rowKey={({ what }) => what}
            skeletonRows={4}
            columns={[
              { key: 'what', label: t.columns.what, phone: 'title', cell: ({ what }) => what },
              { key: 'long', label: t.columns.long, cell: ({ long }) => long },
              { key: 'who', label: t.columns.who, cell: ({ who }) => who },
              {
                key: 'act',
                label: t.columns.act,
                labelHidden: true,
                size: 'sm',
                phone: 'bare',
                cell: ({ act }) => act,
              },
            ]}
          />
        )}
      </div>
      {isChanging && known.data && <Change there={known.data.months} onClose={() => setChanging(false)} />}
    </Card>
  )
}

/** Shows what would be removed before the change is made. */
function Change({ there, onClose }: { there: number; onClose: () => void }) {
  const { retention } = useText(staffPrivacyText)
  const t = retention.dialog
  const queries = useQueryClient()
  const [months, setMonths] = useState(there)
  const over = useQuery(namesOver(months))
  const offered = [...new Set([...offeredMonths, there])].toSorted((a, b) => a - b)
  return (
    <ActDialog
      title={t.title}
      description={t.hint}
      confirmLabel={t.confirm(retention.months(months))}
      cancelLabel={t.keep}
      tone={over.data?.cases ? 'danger' : 'primary'}
      act={async () => {
        await call(staffPrivacyCalls.setRetention, { body: { months } })
        await queries.invalidateQueries(retentionQuery)
      }}
      done={t.done}
      failed={t.failed}
      onClose={onClose}
    >
      <Select
        label={t.choice}
        value={String(months)}
        onChange={({ currentTarget }) => setMonths(Number(currentTarget.value))}
        options={offered.map(one => ({ value: String(one), label: retention.months(one) }))}
      />
      <p role="status">{over.error ? t.uncounted : over.data && t.goes(over.data.cases, mostNamesCounted)}</p>
    </ActDialog>
  )
}
