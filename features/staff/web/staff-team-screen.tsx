import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { InvitedUntil, NoMailsNotice } from '#features/account/web/access-notices.tsx'
import { AccessState } from '#features/account/web/access-state.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { MemberMenu } from './member-menu.tsx'
import { NewMemberDialog } from './new-member-dialog.tsx'
import { roleNames } from './role-names.ts'
import { teamQuery } from './staff-queries.ts'
import { staffTeamText } from './staff-text.ts'
import { TeamSecurity } from './team-security.tsx'

export function StaffTeamScreen() {
  const t = useText(staffTeamText)
  useTitle(t.title)
  const language = useLanguage()
  const format = useFormat()
  const list = useQuery(teamQuery)
  const areMailsSent = list.data?.areMailsSent ?? true
  const [isInviting, setInviting] = useState(false)
  return (
    <div className="stack">
      <PageHead
        title={t.title}
        description={t.description}
        actions={
          <Button variant="primary" icon="plus" onClick={() => setInviting(true)}>
            {t.add}
          </Button>
        }
      />
      {!areMailsSent && <NoMailsNotice />}
      <Card flush>
        {list.error && !list.data ? (
          <QueryFailure title={t.failed} query={list} />
        ) : (
          <Table
            caption={t.title}
            rows={list.data?.data}
            rowKey={({ id }) => id}
            skeletonRows={3}
            columns={[
              {
                key: 'name',
                label: t.columns.name,
                phone: 'title',
                cell: ({ name, email, isOwn }) => <TwoLines sub={email}>{isOwn ? t.own(name) : name}</TwoLines>,
              },
              { key: 'role', label: t.columns.role, cell: ({ role }) => roleNames[role][language] },
              {
                key: 'state',
                label: t.columns.state,
                cell: ({ state, invitedUntil, hasSecondFactor }) => (
                  <>
                    <TwoLines sub={hasSecondFactor && t.secondFactor}>
                      <AccessState {...{ state, invitedUntil }} />
                    </TwoLines>
                    {state === 'invited' && <InvitedUntil invitedUntil={invitedUntil} />}
                  </>
                ),
              },
              {
                key: 'signedInAt',
                label: t.columns.signedInAt,
                size: 'md',
                cell: ({ signedInAt }) =>
                  signedInAt ? format.dayTime(signedInAt) : <span className="muted">{t.never}</span>,
              },
              {
                key: 'actions',
                label: t.columns.actions,
                labelHidden: true,
                phone: 'corner',
                // No one may change their own role or access.
                cell: member =>
                  !member.isOwn && <MemberMenu {...{ member, areMailsSent }} team={list.data?.data ?? []} />,
              },
            ]}
          />
        )}
      </Card>
      <TeamSecurity />
      {isInviting && <NewMemberDialog areMailsSent={areMailsSent} onClose={() => setInviting(false)} />}
    </div>
  )
}
