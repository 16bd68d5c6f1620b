import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type StaffNotices, staffNoticeCalls } from '../contract.ts'
import { StaffNoticeKind } from '../input.ts'
import { staffNoticesText } from './notices-text.ts'
import { staffNoticesQuery } from './staff-queries.ts'

/** Which mails a staff member receives. Each choice is saved at once; there is no submit button. */
export function StaffNoticesCard() {
  const t = useText(staffNoticesText)
  const query = useQuery(staffNoticesQuery)
  return (
    <Card title={t.title}>
      {query.error && !query.data ? (
        <QueryFailure title={t.failed} query={query} />
      ) : !query.data ? (
        <BlockSkeleton />
      ) : (
        <div className="stack stack--sm">
          <p className="muted">{t.description(query.data.email)}</p>
          {StaffNoticeKind.options.map(kind => (
            <KeptChoice key={kind} kind={kind} notices={query.data} />
          ))}
        </div>
      )}
    </Card>
  )
}

function KeptChoice({ kind, notices }: { kind: StaffNoticeKind; notices: StaffNotices }) {
  const t = useText(staffNoticesText)
  const sentence = useProblemText()
  const queries = useQueryClient()
  // Not optimistic: the box changes with the response.
  const { run, isPending, error } = useAttempt(async (isMailed: boolean) => {
    const { data } = await call(staffNoticeCalls.change, { body: { [kind]: isMailed } })
    queries.setQueryData(staffNoticesQuery.queryKey, data)
    toast({ title: t.saved })
  })
  return (
    <Checkbox
      label={t.kinds[kind]}
      hint={kind === 'erasure' && t.erasureHint}
      checked={notices.mailed[kind]}
      aria-busy={isPending}
      onChange={event => {
        if (!isPending) void run(event.currentTarget.checked)
      }}
      error={error !== undefined && sentence(error)}
    />
  )
}
