import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import type { IconName } from '#kit/web/ui/icon.tsx'
import { Pill, type Tone } from '#kit/web/ui/pill.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { Colleague, ColleagueState } from '../contract.ts'
import { roleOf } from '../rules.ts'
import type { ColleagueDialogsProps } from './colleague-dialogs.tsx'
import { ColleagueMenu } from './colleague-menu.tsx'
import { nameOf } from './name.ts'
import { colleaguesText } from './text.ts'

type ColleagueTableProps = {
  rows: readonly Colleague[] | undefined
  busy: boolean
  dialogs: { prepare: () => void; open: (props: ColleagueDialogsProps) => void }
}

const looks: Record<ColleagueState, { tone: Tone; icon: IconName }> = {
  invited: { tone: 'info', icon: 'mail' },
  active: { tone: 'ok', icon: 'check' },
  disabled: { tone: 'plain', icon: 'pause' },
}

export function ColleagueTable({ rows, busy, dialogs }: ColleagueTableProps) {
  const t = useText(colleaguesText)
  const format = useFormat()
  return (
    <Table
      caption={t.caption}
      rows={rows}
      skeletonRows={4}
      rowKey={({ id }) => id}
      busy={busy}
      columns={[
        {
          key: 'name',
          label: t.columns.name,
          phone: 'title',
          cell: row => (
            <TwoLines sub={row.email}>
              {nameOf(row)} {row.isOwn && t.you}
            </TwoLines>
          ),
        },
        {
          key: 'type',
          label: t.columns.type,
          cell: row => <TwoLines sub={row.isDLCPM && t.dlcpm}>{t.roles[roleOf(row)]}</TwoLines>,
        },
        {
          key: 'state',
          label: t.columns.state,
          phone: 'bare',
          cell: ({ state, invitedUntil }) => (
            <>
              <Pill {...looks[state]}>{t.states[state]}</Pill>
              {state === 'invited' && (
                <p className="muted small">
                  {invitedUntil ? t.invitedUntil(format.dayTime(invitedUntil)) : t.invitationOver}
                </p>
              )}
            </>
          ),
        },
        {
          key: 'actions',
          label: t.columns.actions,
          labelHidden: true,
          phone: 'corner',
          // Nobody changes what they may themselves.
          cell: row => !row.isOwn && <ColleagueMenu colleague={row} dialogs={dialogs} />,
        },
      ]}
    />
  )
}
