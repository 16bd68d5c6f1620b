import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { kitText } from '#kit/web/kit-text.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { sessionCalls } from '../session-contract.ts'
import { passwordText } from './password-text.ts'
import { sessionList } from './queries.ts'

/** Lists the user's sessions, with buttons to end them. */
export function SessionList() {
  const { sessions: t } = useText(passwordText)
  const format = useFormat()
  const sentence = useProblemText()
  const queries = useQueryClient()
  const list = useQuery(sessionList)
  const [isAsking, setAsking] = useState(false)
  const refresh = () => queries.invalidateQueries({ queryKey: sessionList.queryKey })
  const { run, isPending, error } = useAttempt(async (work: () => Promise<unknown>, done: string) => {
    await work()
    await refresh()
    toast({ title: done })
  })
  const end = (id: string) => run(() => call(sessionCalls.end, { params: { id } }), t.ended)
  const hasOthers = list.data?.some(({ isCurrent }) => !isCurrent)
  return (
    <Card
      flush
      title={t.title}
      actions={hasOthers && <Button onClick={() => setAsking(true)}>{t.endOthers}</Button>}
      footer={<p className="muted small">{t.description}</p>}
    >
      {error !== undefined && (
        <Notice tone="late" live>
          {sentence(error)}
        </Notice>
      )}
      {list.error && !list.data ? (
        <QueryFailure title={t.failed} query={list} />
      ) : (
        <Table
          caption={t.title}
          rows={list.data}
          rowKey={({ id }) => id}
          skeletonRows={1}
          busy={isPending}
          columns={[
            {
              key: 'device',
              label: t.device,
              phone: 'title',
              cell: ({ device, isCurrent }) => <TwoLines sub={isCurrent && t.here}>{device || t.unknown}</TwoLines>,
            },
            { key: 'used', label: t.used, size: 'md', cell: ({ usedAt }) => format.dayTime(usedAt) },
            { key: 'begun', label: t.begun, size: 'md', cell: ({ createdAt }) => format.dayTime(createdAt) },
            {
              key: 'act',
              label: t.act,
              labelHidden: true,
              size: 'md',
              phone: 'bare',
              cell: ({ id, device, isCurrent }) =>
                !isCurrent && (
                  <Button size="sm" aria-label={t.end(device || t.unknown)} onClick={() => void end(id)}>
                    {t.act}
                  </Button>
                ),
            },
          ]}
        />
      )}
      {isAsking && <EndOthers onEnded={refresh} onClose={() => setAsking(false)} />}
    </Card>
  )
}

/**
 * Not kit's dialog for actions: every screen with files would then fetch that chunk together with this one (scripts/chunks.ts).
 */
function EndOthers({ onEnded, onClose }: { onEnded: () => Promise<void>; onClose: () => void }) {
  const { sessions: t } = useText(passwordText)
  const { common } = useText(kitText)
  const sentence = useProblemText()
  const { run, isPending, error } = useAttempt(async () => {
    await call(sessionCalls.endOthers)
    await onEnded()
    toast({ title: t.othersEnded })
    onClose()
  })
  return (
    <ConfirmDialog
      open
      title={t.endOthersQuestion}
      description={t.endOthersDetails}
      confirmLabel={t.endOthers}
      cancelLabel={common.cancel}
      pending={isPending}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      {error !== undefined && (
        <Notice tone="late" live title={t.othersNotEnded}>
          {sentence(error)}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
