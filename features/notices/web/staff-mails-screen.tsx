import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '#kit/web/format.tsx'
import { kitText } from '#kit/web/kit-text.ts'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import type { IconName } from '#kit/web/ui/icon.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { Pill, type Tone } from '#kit/web/ui/pill.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { KeptMail, MailState } from '../contract.ts'
import { mailList } from './staff-queries.ts'
import './staff-mails.css'
import { staffMailsText } from './staff-text.ts'

const looks: Record<MailState, { tone: Tone; icon: IconName }> = {
  waiting: { tone: 'info', icon: 'clock' },
  kept: { tone: 'warn', icon: 'pause' },
  sent: { tone: 'ok', icon: 'check' },
  failed: { tone: 'late', icon: 'warning' },
}

export function StaffMailsScreen() {
  const t = useText(staffMailsText)
  const { common } = useText(kitText)
  useTitle(t.title)
  const format = useFormat()
  const list = useQuery(mailList)
  const [read, setRead] = useState<KeptMail>()
  return (
    <>
      <PageHead title={t.title} description={t.description} />
      <Card flush>
        {list.error && !list.data ? (
          <QueryFailure title={t.failed} query={list} />
        ) : list.data?.length === 0 ? (
          <EmptyState icon="mail" title={t.empty} description={t.emptyDescription} />
        ) : (
          <Table
            caption={t.title}
            rows={list.data}
            rowKey={({ id }) => id}
            skeletonRows={8}
            columns={[
              {
                key: 'subject',
                label: t.columns.subject,
                phone: 'title',
                cell: mail =>
                  mail.text === null ? (
                    mail.subject
                  ) : (
                    <button
                      type="button"
                      className="link staff-mails__subject"
                      aria-label={t.read(mail.subject)}
                      onClick={() => setRead(mail)}
                    >
                      {mail.subject}
                    </button>
                  ),
              },
              { key: 'recipient', label: t.columns.recipient, cell: ({ recipient }) => recipient },
              { key: 'state', label: t.columns.state, phone: 'bare', cell: mail => <StateOf mail={mail} /> },
              { key: 'at', label: t.columns.at, size: 'md', cell: ({ at }) => format.dayTime(at) },
            ]}
          />
        )}
      </Card>
      {read && (
        <Dialog
          open
          onClose={() => setRead(undefined)}
          title={read.subject}
          description={read.recipient}
          closeLabel={common.close}
          isReadFirst
        >
          <p className="staff-mails__text">{read.text}</p>
        </Dialog>
      )}
    </>
  )
}

/** The state, with its reason if there is one. */
function StateOf({ mail: { state, reason, tries } }: { mail: KeptMail }) {
  const t = useText(staffMailsText)
  const why = state === 'kept' ? t.keptHint : reason && `${reason} (${t.tries(tries)})`
  return (
    <TwoLines sub={why}>
      <Pill {...looks[state]}>{t.states[state]}</Pill>
    </TwoLines>
  )
}
