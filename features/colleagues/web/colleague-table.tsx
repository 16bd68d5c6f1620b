import { accessLooks, shownState } from '#features/account/web/access-look.ts'
import type { Reply } from '#kit/contract.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { colleagueCalls } from '../contract.ts'
import { roleOf } from '../rules.ts'
import type { ColleagueDialogsProps } from './colleague-dialogs.tsx'
import { ColleagueMenu } from './colleague-menu.tsx'
import { nameOf } from './name.ts'
import { colleaguesText } from './text.ts'

type ColleagueTableProps = {
  list: Reply<typeof colleagueCalls.list> | undefined
  busy: boolean
  dialogs: { prepare: () => void; open: (props: ColleagueDialogsProps) => void }
}

export function ColleagueTable({ list, busy, dialogs }: ColleagueTableProps) {
  const t = useText(colleaguesText)
  const format = useFormat()
  const isHandedOver = list?.areMailsSent === false
  const linkOf = (until: string | null) => (until ? t.invitedUntil(format.dayTime(until)) : t.invitationOver)
  return (
    <Table
      caption={t.caption}
      rows={list?.data}
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
          cell: ({ state, invitedUntil }) => {
            const isWaiting = state === 'invited'
            const shown = shownState(state, invitedUntil)
            return (
              <>
                <Pill {...accessLooks[shown]}>{isHandedOver && isWaiting ? t.noMails.state : t.states[shown]}</Pill>
                {isWaiting && (
                  <p className="muted small">{isHandedOver ? t.noMails.handedOver : linkOf(invitedUntil)}</p>
                )}
              </>
            )
          },
        },
        {
          key: 'actions',
          label: t.columns.actions,
          labelHidden: true,
          phone: 'corner',
          // No one may change their own role or access.
          cell: row => !row.isOwn && <ColleagueMenu colleague={row} dialogs={dialogs} />,
        },
      ]}
    />
  )
}
