import { useQuery } from '@tanstack/react-query'
import { FileList } from './file-list.tsx'
import './files.css'
import { filesOf } from './queries.ts'

/** The driver's photo, below the hand-over. Renders nothing without one. */
export function HandOverFiles({ orderId }: { orderId: string }) {
  const { data: found } = useQuery(filesOf({ orderId }))
  const files = found?.data.filter(({ isOfHandOver }) => isOfHandOver) ?? []
  return files.length > 0 && <FileList target={{ orderId }} files={files} />
}
