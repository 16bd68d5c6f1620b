import { useQuery } from '@tanstack/react-query'
import { filesOf } from '#features/attachments/web/queries.ts'
import { useText } from '#kit/web/text.tsx'
import { orderingText } from './text.ts'

/** The files that go with the order. */
export function FileNames() {
  const t = useText(orderingText).look
  const files = useQuery(filesOf('draft')).data?.data ?? []
  return files.length > 0 ? files.map(({ name }) => name).join(', ') : t.none
}
