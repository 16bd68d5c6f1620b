import { useQuery } from '@tanstack/react-query'
import { type DragEvent, useEffect, useState } from 'react'
import type { StaffCase } from '#features/cases/staff-contract.ts'
import { staffCaseText } from '#features/cases/web/staff-text.ts'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { keepPage } from './file-drop.tsx'
import { FileList } from './file-list.tsx'
import { Files } from './files.tsx'
import './files.css'
import { filesOf } from './queries.ts'
import { staffAttachmentsText } from './staff-text.ts'
import { attachmentsText } from './text.ts'
import { started, useName } from './use-uploads.ts'

export const load = async () => {
  await loadText(staffAttachmentsText)
  return StaffFiles
}

type Known = Pick<StaffCase, 'id' | 'status' | 'attachmentsCount' | 'isScanAwaited'>

/** The files of a case, for its laboratory: the practice's and its own. */
function StaffFiles({ known: { id, status, attachmentsCount, isScanAwaited } }: { known: Known }) {
  const { list, title } = useText(attachmentsText)
  const { noScan } = useText(staffCaseText)
  const t = useText(staffAttachmentsText)
  const target = { orderId: id }
  const name = useName(target)
  // Uploads from an earlier visit, running or failed, are shown in the form.
  const [isAdding, setAdding] = useState(() => started.has(name))
  const [dropped, setDropped] = useState<File[]>()
  const mayAdd = status !== 'cancelled'
  useEffect(() => (mayAdd ? keepPage() : undefined), [mayAdd])
  function drop(event: DragEvent) {
    const files = [...event.dataTransfer.files]
    if (!mayAdd || files.length === 0) return
    event.preventDefault()
    setDropped(files)
    setAdding(true)
  }
  /** Must accept the drag as the drop area does: the browser asks on each move. */
  function over(event: DragEvent) {
    if (mayAdd && event.dataTransfer.types.includes('Files')) event.preventDefault()
  }
  // Fetching the files is audited as reading them, so it is skipped where there are none.
  const files = useQuery({ ...filesOf(target), enabled: attachmentsCount > 0 || isAdding })
  const awaited = isScanAwaited && <p className="strong tone--warn">{noScan}</p>
  if (isAdding && mayAdd)
    return (
      <div className="stack stack--sm">
        {awaited}
        <p className="muted small">{t.seen}</p>
        <Files target={target} saysEmpty={false} chosen={dropped} />
      </div>
    )
  if (files.error && !files.data) return <QueryFailure title={list.failed} query={files} />
  if (files.isLoading) return <Skeleton shape="block" />
  const data = files.data?.data ?? []
  return (
    // The button does the same by keyboard.
    <fieldset className="fieldset stack" aria-label={title} onDragEnter={over} onDragOver={over} onDrop={drop}>
      {awaited}
      {data.length > 0 && <FileList target={target} files={data} />}
      {data.length === 0 && !isScanAwaited && <p className="muted">{t.none}</p>}
      {mayAdd && (
        <div className="row">
          <Button icon="paperclip" size="sm" onClick={() => setAdding(true)}>
            {list.add}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
