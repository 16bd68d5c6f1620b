import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { FileList } from './file-list.tsx'
import { Files } from './files.tsx'
import './files.css'
import { filesOf } from './queries.ts'
import { staffAttachmentsText } from './staff-text.ts'
import { attachmentsText } from './text.ts'

export const load = async () => {
  await loadText(staffAttachmentsText)
  return StaffFiles
}

/** The files of a case, for its laboratory: what the practice has sent, and what it is shown. */
function StaffFiles({ orderId, awaited }: { orderId: string; awaited: string | false }) {
  const { list } = useText(attachmentsText)
  const t = useText(staffAttachmentsText)
  const target = { orderId }
  const [isAdding, setAdding] = useState(false)
  const files = useQuery(filesOf(target))
  if (files.error && !files.data) return <QueryFailure title={list.failed} query={files} />
  if (!files.data) return <Skeleton shape="block" />
  if (isAdding)
    return (
      <div className="stack stack--sm">
        <p className="muted small">{t.seen}</p>
        <Files target={target} saysEmpty={false} />
      </div>
    )
  const { data } = files.data
  return (
    <div className="stack">
      {awaited && <p className="strong tone--warn">{awaited}</p>}
      {data.length > 0 && <FileList target={target} files={data} />}
      {data.length === 0 && !awaited && <p className="muted">{t.none}</p>}
      <div className="row">
        <Button icon="paperclip" size="sm" onClick={() => setAdding(true)}>
          {list.add}
        </Button>
      </div>
    </div>
  )
}
