import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { ActDialog } from '#kit/web/act-dialog.tsx'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { kitText } from '#kit/web/kit-text.ts'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { IconButton } from '#kit/web/ui/icon-button.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { type ClosedDay, staffCalendarCalls } from '../staff-contract.ts'
import { ClosureDialog } from './closure-dialog.tsx'
import { staffCalendarText } from './staff-text.ts'
import { YearDialog } from './year-dialog.tsx'

/** Public holidays and closures, from last month on. */
export function ClosedDays({ closed }: { closed: readonly ClosedDay[] }) {
  const { closed: t } = useText(staffCalendarText)
  const language = useLanguage()
  const format = useFormat()
  const [dialog, setDialog] = useState<'closure' | 'year'>()
  const [reopening, setReopening] = useState<ClosedDay>()
  const nameOf = ({ nameFr, nameEn }: ClosedDay, one: 'fr' | 'en') => (one === 'fr' ? nameFr : nameEn)
  return (
    <Card
      flush
      title={t.title}
      actions={
        <div className="row">
          <Button size="sm" icon="plus" onClick={() => setDialog('closure')}>
            {t.add}
          </Button>
          <Button size="sm" onClick={() => setDialog('year')}>
            {t.fill}
          </Button>
        </div>
      }
    >
      {closed.length === 0 ? (
        <EmptyState icon="calendar" title={t.none.title} description={t.none.description} />
      ) : (
        <Table
          caption={t.title}
          rows={closed}
          rowKey={({ day }) => day}
          columns={[
            { key: 'day', label: t.columns.day, phone: 'title', cell: ({ day }) => format.day(day, 'long') },
            {
              key: 'name',
              label: t.columns.name,
              cell: day => (
                <TwoLines sub={nameOf(day, language === 'fr' ? 'en' : 'fr')}>{nameOf(day, language)}</TwoLines>
              ),
            },
            {
              key: 'actions',
              label: t.columns.actions,
              labelHidden: true,
              phone: 'corner',
              cell: day => (
                <IconButton
                  icon="close"
                  label={t.open(format.day(day.day, 'year'))}
                  onClick={() => setReopening(day)}
                />
              ),
            },
          ]}
        />
      )}
      {dialog === 'closure' && <ClosureDialog onClose={() => setDialog(undefined)} />}
      {dialog === 'year' && <YearDialog onClose={() => setDialog(undefined)} />}
      {reopening && <Reopening day={reopening.day} onClose={() => setReopening(undefined)} />}
    </Card>
  )
}

function Reopening({ day, onClose }: { day: string; onClose: () => void }) {
  const { closed: t } = useText(staffCalendarText)
  const { common } = useText(kitText)
  const changed = useChanged()
  const words = useFormat().day(day, 'year')
  return (
    <ActDialog
      tone="primary"
      title={t.openTitle(words)}
      description={t.openDescription}
      confirmLabel={t.open(words)}
      cancelLabel={common.cancel}
      // After a refusal too: a colleague may have been quicker.
      act={() => call(staffCalendarCalls.open, { params: { day } }).finally(() => void changed('closures'))}
      done={t.opened(words)}
      failed={t.notOpened}
      onClose={onClose}
    />
  )
}
