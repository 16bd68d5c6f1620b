import { useQuery } from '@tanstack/react-query'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { FileList } from './file-list.tsx'
import './files.css'
import { filesOf } from './queries.ts'
import { attachmentsText } from './text.ts'

/** What a practice has sent with a case, for its laboratory. */
export function ReceivedFiles({ orderId }: { orderId: string }) {
  const t = useText(attachmentsText)
  const target = { orderId }
  const files = useQuery(filesOf(target))
  if (files.error && !files.data) return <QueryFailure title={t.list.failed} query={files} />
  if (!files.data) return <Skeleton shape="block" />
  return <FileList target={target} files={files.data.data} />
}
