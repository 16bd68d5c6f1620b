import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { kitText } from '#kit/web/kit-text.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type Import, importCalls, type Standing } from '../contract.ts'
import { importList } from './staff-queries.ts'
import { importText } from './staff-text.ts'

/** Past imports; each can be undone for a day. */
export function ImportList() {
  const { list: t, preview, kinds } = useText(importText)
  const format = useFormat()
  const query = useQuery(importList)
  const [undoing, setUndoing] = useState<Import>()
  return (
    <Card flush title={t.title}>
      {query.error && !query.data ? (
        <QueryFailure title={t.failed} query={query} />
      ) : query.data?.data.length === 0 ? (
        <EmptyState icon="document" title={t.empty} description={t.emptyDescription} />
      ) : (
        <Table
          caption={t.title}
          rows={query.data?.data}
          rowKey={({ id }) => id}
          skeletonRows={3}
          columns={[
            {
              key: 'file',
              label: t.heads.file,
              phone: 'title',
              cell: ({ fileName, kind }) => <TwoLines sub={kinds[kind]}>{fileName}</TwoLines>,
            },
            {
              key: 'counts',
              label: t.heads.counts,
              cell: ({ added, changed }) => `${preview.counts.added(added)} · ${preview.counts.changed(changed)}`,
            },
            { key: 'by', label: t.heads.by, cell: ({ by }) => by },
            { key: 'at', label: t.heads.at, size: 'md', cell: ({ appliedAt }) => format.dayTime(appliedAt) },
            {
              key: 'undo',
              label: t.heads.undo,
              phone: 'bare',
              cell: row => (
                <div className="row">
                  {row.uninvited > 0 && query.data?.areMailsSent && <InviteButton row={row} />}
                  {row.undoableUntil === null ? (
                    <span className="muted">{row.state === 'undone' ? t.undone : t.over}</span>
                  ) : (
                    <Button size="sm" aria-label={t.undoOne(row.fileName)} onClick={() => setUndoing(row)}>
                      {t.undo}
                    </Button>
                  )}
                </div>
              ),
            },
          ]}
        />
      )}
      {undoing && <UndoDialog row={undoing} onClose={() => setUndoing(undefined)} />}
    </Card>
  )
}

/** Invites everybody the import brought who has not been invited. */
function InviteButton({ row }: { row: Import }) {
  const t = useText(importText).list
  const sentence = useProblemText()
  const changed = useChanged()
  const { run, isPending } = useAttempt(async () => {
    await call(importCalls.invite, { params: { id: row.id } }).then(
      ({ data }) => toast({ tone: 'ok', title: t.invited(data.invited) }),
      (error: unknown) => toast({ tone: 'late', title: t.notInvited, description: sentence(error) }),
    )
    await changed('catalogue', 'signups', 'orders')
  })
  return (
    <Button size="sm" icon="message" pending={isPending} onClick={() => void run()}>
      {t.invite(row.uninvited)} <VisuallyHidden>{t.inviteOf(row.fileName)}</VisuallyHidden>
    </Button>
  )
}

function UndoDialog({ row, onClose }: { row: Import; onClose: () => void }) {
  const t = useText(importText).undo
  const { common } = useText(kitText)
  const sentence = useProblemText()
  const changed = useChanged()
  const [stays, setStays] = useState<readonly Standing[]>()
  const { run, isPending, error } = useAttempt(async () => {
    const { data } = await call(importCalls.undo, { params: { id: row.id } })
    if (data.stays.length > 0) setStays(data.stays)
    else {
      toast({ tone: 'ok', title: t.done })
      onClose()
    }
    void changed('catalogue', 'signups', 'orders')
  })
  const held =
    error instanceof Problem && error.code === 'undo_prevented'
      ? error.details.errors?.map(({ path, code }) => t.hold(path, t.holds[code] ?? code))
      : stays?.map(({ what, because }) => t.hold(what, t.holds[because] ?? because))
  return (
    <ConfirmDialog
      open
      title={stays ? t.done : t.title(row.fileName)}
      description={stays ? t.stays : t.description[row.kind]}
      confirmLabel={stays ? undefined : t.confirm}
      cancelLabel={stays ? common.close : common.cancel}
      pending={isPending}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      {error !== undefined && (
        <Notice tone="late" live title={t.failed}>
          {sentence(error, t.refusals)}
        </Notice>
      )}
      {held && (
        <ul>
          {held.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  )
}
