import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useFormat } from '#kit/web/format.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { type Column, Table } from '#kit/web/ui/table.tsx'
import { TabLink, Tabs } from '#kit/web/ui/tabs.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import { type ListedSignup, mostListed } from '../contract.ts'
import { personName } from '../rules.ts'
import { SignupState } from './signup-state.tsx'
import { signupList } from './staff-queries.ts'
import { staffSignupText } from './staff-text.ts'

const route = getRouteApi('/console/staff/signup-requests')

export function StaffSignupsScreen() {
  const t = useText(staffSignupText)
  useTitle(t.title)
  const { tab = 'waiting' } = route.useSearch()
  const list = useQuery(signupList(tab))
  const isRefreshing = useDelayed(list.isFetching)
  const columns = useColumns(tab)
  const empty = tab === 'waiting' ? t.empty : t.emptyDecided
  return (
    <>
      <PageHead title={t.title} description={t.description} />
      <Tabs label={t.tabs.label}>
        <TabLink to="/staff/signup-requests" search={{}} selected={tab === 'waiting'}>
          {t.tabs.waiting}
        </TabLink>
        <TabLink to="/staff/signup-requests" search={{ tab: 'decided' }} selected={tab === 'decided'}>
          {t.tabs.decided}
        </TabLink>
      </Tabs>
      <Crowd requests={list.data} />
      <Card flush>
        {list.error && !list.data ? (
          <QueryFailure title={t.failed} query={list} />
        ) : list.data?.length === 0 ? (
          <EmptyState icon="check" title={empty.title} description={empty.description} />
        ) : (
          <Table
            caption={t.title}
            rows={list.data}
            rowKey={({ id }) => id}
            skeletonRows={3}
            busy={isRefreshing}
            columns={columns}
          />
        )}
      </Card>
    </>
  )
}

function Crowd({ requests }: { requests: readonly ListedSignup[] | undefined }) {
  const t = useText(staffSignupText)
  const isCrowd = requests?.length === mostListed && requests.every(({ state }) => state === 'waiting')
  return isCrowd && <Notice tone="warn">{t.crowd(mostListed)}</Notice>
}

function useColumns(tab: 'waiting' | 'decided'): Column<ListedSignup>[] {
  const t = useText(staffSignupText)
  const format = useFormat()
  return [
    {
      key: 'name',
      label: t.columns.name,
      phone: 'title',
      cell: request => (
        <TwoLines sub={request.city}>
          <Link to="/staff/signup-requests/$id" params={{ id: request.id }} className="table__link">
            {personName(request)}
          </Link>
        </TwoLines>
      ),
    },
    {
      key: 'identifier',
      label: t.columns.identifier,
      cell: ({ rppsSiretSiren }) => <span className="num">{rppsSiretSiren}</span>,
    },
    { key: 'createdAt', label: t.columns.createdAt, size: 'md', cell: ({ createdAt }) => format.dayTime(createdAt) },
    tab === 'waiting'
      ? {
          key: 'alike',
          label: t.columns.alike,
          size: 'md',
          cell: ({ alike, nearby }) => (
            <TwoLines sub={nearby > 0 && t.nearby(nearby)}>
              <Pill {...(alike > 0 ? ({ tone: 'warn', icon: 'warning' } as const) : { icon: 'plus' as const })}>
                {t.alikeCount(alike)}
              </Pill>
            </TwoLines>
          ),
        }
      : {
          key: 'decided',
          label: t.columns.decided,
          size: 'md',
          cell: ({ state }) => <SignupState state={state} />,
        },
  ]
}
