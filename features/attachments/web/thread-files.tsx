import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { FileList } from './file-list.tsx'
import { Files } from './files.tsx'
import './files.css'
import { filesOf } from './queries.ts'
import { attachmentsText } from './text.ts'

export function ThreadFiles({ orderId }: { orderId: string }) {
  const { list } = useText(attachmentsText)
  const [isAdding, setAdding] = useState(false)
  const { data } = useQuery(filesOf({ orderId }))
  if (isAdding) return <Files target={{ orderId }} />
  return (
    <>
      {data && data.data.length > 0 && <FileList target={{ orderId }} files={data.data} />}
      <div>
        <Button icon="paperclip" size="sm" onClick={() => setAdding(true)}>
          {list.add}
        </Button>
      </div>
    </>
  )
}
