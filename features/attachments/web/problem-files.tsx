import { useQuery } from '@tanstack/react-query'
import { FileList } from './file-list.tsx'
import './files.css'
import { filesOf } from './queries.ts'

type Props = { orderId: string; problemId: string }

/**
 * The photos of a reported problem, beside its text. Renders nothing without photos or while they load: they are on the
 * attachments tab too.
 */
export function ProblemFiles({ orderId, problemId }: Props) {
  const { data: found } = useQuery(filesOf({ orderId }))
  const files = found?.data.filter(file => file.problemId === problemId) ?? []
  return files.length > 0 && <FileList target={{ orderId }} files={files} />
}
