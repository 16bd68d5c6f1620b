import { useQuery } from '@tanstack/react-query'
import { FileList } from './file-list.tsx'
import './files.css'
import { filesOf } from './queries.ts'

/** What the driver has photographed at the door, under what has happened. Nothing where there is no photo. */
export function HandOverFiles({ orderId }: { orderId: string }) {
  const { data: found } = useQuery(filesOf({ orderId }))
  const files = found?.data.filter(({ isOfHandOver }) => isOfHandOver) ?? []
  return files.length > 0 && <FileList target={{ orderId }} files={files} />
}
