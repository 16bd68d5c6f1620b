import { useQuery } from '@tanstack/react-query'
import { useBrand } from '#features/brand/web/brand-context.tsx'
import { PhoneLink } from '#features/brand/web/phone.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { ColleagueDialogsProps } from './colleague-dialogs.tsx'
import { ColleagueTable } from './colleague-table.tsx'
import { colleagueList } from './queries.ts'
import { colleaguesText } from './text.ts'

const loadDialogs = async () => (await import('./colleague-dialogs.tsx')).ColleagueDialogs

export function ColleaguesScreen() {
  const t = useText(colleaguesText)
  useTitle(t.title)
  const { clientServicePhone } = useBrand()
  const list = useQuery(colleagueList)
  const dialogs = useLateDialog<ColleagueDialogsProps>(loadDialogs)
  const isRefreshing = useDelayed(list.isFetching)
  const { data, error } = list
  return (
    <>
      <PageHead
        title={t.title}
        description={t.description}
        actions={
          <Button
            variant="primary"
            icon="plus"
            onPointerEnter={dialogs.prepare}
            onFocus={dialogs.prepare}
            onClick={() => dialogs.open({})}
          >
            {t.invite}
          </Button>
        }
      />
      {error && data && <OutdatedNotice words={t.outdated} error={error} onRetry={() => void list.refetch()} />}
      {data && !data.areMailsSent && (
        <Notice tone="warn" title={t.noMails.title}>
          {t.noMails.notice} <PhoneLink phone={clientServicePhone} />
        </Notice>
      )}
      <Card flush>
        {error && !data ? (
          <QueryFailure title={t.failed} query={list} />
        ) : (
          <ColleagueTable list={data} busy={isRefreshing} dialogs={dialogs} />
        )}
      </Card>
      {dialogs.dialog}
    </>
  )
}
