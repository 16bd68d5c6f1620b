import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { FileContent } from './file-viewer.tsx'
import './files.css'
import { filesOf } from './queries.ts'
import { attachmentsText } from './text.ts'

/** The files of a case, one shown large, to read beside its prescription. */
export function FilesBeside({ orderId }: { orderId: string }) {
  const t = useText(attachmentsText)
  const files = useQuery(filesOf({ orderId }))
  const [chosen, choose] = useState<string>()
  if (files.error && !files.data) return <QueryFailure title={t.list.failed} query={files} />
  if (!files.data) return <Skeleton shape="block" />
  const all = files.data.data
  const shown = all.find(({ id }) => id === chosen) ?? all[0]
  return (
    <div className="stack stack--sm">
      {all.length > 1 && (
        <div className="row">
          {all.map(({ id, name }) => (
            <Button key={id} size="sm" aria-pressed={id === shown?.id} onClick={() => choose(id)}>
              {name}
            </Button>
          ))}
        </div>
      )}
      {shown && <p className="small muted">{shown.name}</p>}
      {shown && <FileContent key={shown.id} file={shown} />}
    </div>
  )
}
