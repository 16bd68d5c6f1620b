import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { ResultCount } from '#kit/web/ui/result-count.tsx'
import { TabLink, Tabs } from '#kit/web/ui/tabs.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import { absenceTabs } from '../address.ts'
import type { AbsenceDialogsProps } from './absence-dialogs.tsx'
import { AbsenceTable } from './absence-table.tsx'
import { absenceList } from './queries.ts'
import { absencesText } from './text.ts'

const route = getRouteApi('/portal/absences')

const loadDialogs = async () => (await import('./absence-dialogs.tsx')).AbsenceDialogs

/** Explicit return type: inferred, it would be circular through the route table. */
export function AbsenceListScreen(): ReactNode {
  const t = useText(absencesText)
  useTitle(t.title)
  const { tab = 'upcoming' } = route.useSearch()
  const list = useQuery({ ...absenceList(tab), placeholderData: keepPreviousData })
  const dialogs = useLateDialog<AbsenceDialogsProps>(loadDialogs)
  const intent = { onPointerEnter: dialogs.prepare, onFocus: dialogs.prepare, onClick: () => dialogs.open({}) }
  const isRefreshing = useDelayed(list.isFetching)
  const add = (
    <Button variant="primary" icon="plus" {...intent}>
      {t.add}
    </Button>
  )
  const { data, error } = list
  return (
    <>
      <PageHead title={t.title} description={t.description} actions={add} />
      <Tabs label={t.views}>
        {absenceTabs.map(option => (
          <TabLink
            key={option}
            to="/absences"
            search={{ tab: option === 'upcoming' ? undefined : option }}
            resetScroll={false}
            selected={option === tab}
          >
            {t.tabs[option]}
          </TabLink>
        ))}
      </Tabs>
      <ResultCount hidden>
        {data && !list.isPlaceholderData && t.found(new Set(data.map(({ seriesId, id }) => seriesId ?? id)).size)}
      </ResultCount>
      {error && data && <OutdatedNotice words={t.outdated} error={error} onRetry={() => void list.refetch()} />}
      <Card flush>
        {error && !data ? (
          <QueryFailure title={t.failed} query={list} />
        ) : data?.length === 0 ? (
          <EmptyState
            icon="sun"
            title={t.empty[tab].title}
            description={t.empty[tab].description}
            action={
              <Button icon="plus" {...intent}>
                {t.add}
              </Button>
            }
          />
        ) : (
          <AbsenceTable
            caption={t.tabs[tab]}
            rows={data}
            busy={isRefreshing}
            onPrepare={dialogs.prepare}
            onOpen={dialogs.open}
          />
        )}
      </Card>
      {dialogs.dialog}
    </>
  )
}
