import { queryOptions } from '@tanstack/react-query'
import { session } from '#features/auth/web/browser-session.ts'
import { call } from '#kit/web/call.ts'
import { attachmentCalls, staffAttachmentCalls } from '../contract.ts'

/** The calls of the reader's side: a practice sees its own cases, its laboratory those of all. */
export const fileCalls = () => (session.shown()?.kind === 'staff' ? staffAttachmentCalls : attachmentCalls)

/** A compressed scan as it is `stored`, or as the STL it was. */
export const fetchFile = (id: string, as?: 'stored', signal?: AbortSignal) =>
  call(fileCalls().download, { params: { id }, query: as ? { as } : {}, ...(signal && { signal }) })

/** What files are attached to: a case, a problem reported on it, or a draft of this user. */
export type FileTarget = { orderId: string; problemId?: string } | { draftId: string }

export const filesOf = (target: FileTarget) =>
  'draftId' in target
    ? queryOptions({
        queryKey: ['attachments', 'draft', target.draftId],
        queryFn: ({ signal }) => call(attachmentCalls.listOfDraft, { query: { draft: target.draftId }, signal }),
        meta: { topics: ['attachments'] },
      })
    : queryOptions({
        queryKey: ['attachments', target.orderId],
        queryFn: ({ signal }) => call(fileCalls().listOfOrder, { params: { id: target.orderId }, signal }),
        meta: { topics: ['attachments'] },
      })
