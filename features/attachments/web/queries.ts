import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { attachmentCalls } from '../contract.ts'

/** To which files go: a case, the photos of a problem reported with it, or the draft of this user. */
export type FileTarget = { orderId: string; problemId?: string } | 'draft'

export const filesOf = (target: FileTarget) =>
  target === 'draft'
    ? queryOptions({
        queryKey: ['attachments', 'draft'],
        queryFn: ({ signal }) => call(attachmentCalls.listOfDraft, { signal }),
        meta: { topics: ['attachments'] },
      })
    : queryOptions({
        queryKey: ['attachments', target.orderId],
        queryFn: ({ signal }) => call(attachmentCalls.listOfOrder, { params: { id: target.orderId }, signal }),
        meta: { topics: ['attachments'] },
      })
