import { recordDeed } from '#features/audit/server/sql.ts'
import { problem } from '#kit/problem.ts'
import { attachment } from '#kit/server/attachment.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { onUpload } from '#kit/server/upload.ts'
import { type PracticeUser, type SignedIn, shareOf } from '#tenancy/server/actor.ts'
import { asPracticeUser, asStaff } from '#tenancy/server/guards.ts'
import { attachmentCalls, staffAttachmentCalls } from '../contract.ts'
import { hasRole, typeOfName } from '../rules.ts'
import { attachmentOf, canRemove } from './attachment-reply.ts'
import { openFile, typeOfDownload } from './download.ts'
import { findDraftOfFiles, lockDraftOfFiles, renameInDraft } from './draft-files-sql.ts'
import { cleanName } from './file-name.ts'
import { sendingTo } from './sending.ts'
import { findLimits } from './sending-sql.ts'
import {
  changeFile,
  type FileRow,
  findFile,
  findFileOfLaboratory,
  findOrderOfFiles,
  listFiles,
  type OrderOfFiles,
  setRemoved,
  type Target,
} from './sql.ts'
import { type Files, keyOf } from './store.ts'

export function attachmentRoutes(api: Api, files: Files) {
  const passage = { folder: files.passage }

  on(api, attachmentCalls.listOfOrder, asPracticeUser, ({ actor, params }) => listingOfOrder(actor, params.id))
  on(api, staffAttachmentCalls.listOfOrder, asStaff, ({ actor, params }) => listingOfOrder(actor, params.id))
  on(api, attachmentCalls.listOfDraft, asPracticeUser, async ({ actor: user, query }) => {
    const draft = await findDraftOfFiles(user, query.draft)
    return listing(user, draft && { practiceId: user.practiceId, draftId: draft.id })
  })

  onUpload(api, attachmentCalls.addToOrder, asPracticeUser, passage, sendingTo(files, findOrder))
  onUpload(api, attachmentCalls.addToDraft, asPracticeUser, passage, sendingTo(files, lockDraft))
  onUpload(api, staffAttachmentCalls.addToOrder, asStaff, passage, sendingTo(files, findOrder, refuseCancelled))

  on(api, attachmentCalls.download, asPracticeUser, async ({ actor: user, params, query, outgoing }) =>
    handed(user, await findFile(user, params.id), query, outgoing),
  )

  on(api, staffAttachmentCalls.download, asStaff, async ({ actor: staff, params, query, outgoing }) =>
    handed(staff, await findFileOfLaboratory(staff, params.id), query, outgoing),
  )

  on(api, attachmentCalls.setRole, asPracticeUser, async ({ actor: user, params, body, refuse }) => {
    const file = await findFile(user, params.id)
    if (!file) throw problem('not_found')
    const { role, name: said } = body
    if (role === undefined && said === undefined)
      throw problem('input_invalid', { errors: [{ path: 'role', code: 'required' }] })
    if (role !== undefined && !hasRole(file.type)) return refuse('not_a_scan')
    // Only the laboratory sets the role of its own files.
    if (file.isOfLaboratory || (said !== undefined && !canRemove(user, file))) return refuse('attachment_is_kept')
    const name = said === undefined ? undefined : (cleanName(said) ?? '')
    if (name !== undefined && typeOfName(name) !== file.type) return refuse('file_type_refused')
    // Files of a case bear the patient's code. Sending the draft or erasing the patient may just have renamed this one.
    if (name !== undefined && !(await renameInDraft(user, file.id, name))) return refuse('attachment_is_kept')
    if (role !== undefined) await changeFile(user, file.id, { role })
    const change = { ...(name !== undefined && { name }), ...(role !== undefined && { role }) }
    return { data: attachmentOf(user, { ...file, ...change }) }
  })

  on(api, attachmentCalls.remove, asPracticeUser, ({ actor, params, refuse, requestId }) =>
    remove(actor, params.id, refuse, requestId),
  )

  on(api, staffAttachmentCalls.remove, asStaff, ({ actor, params, refuse, requestId }) =>
    remove(actor, params.id, refuse, requestId),
  )

  async function remove(user: SignedIn, id: string, refuse: (code: 'attachment_is_kept') => never, requestId: string) {
    const file = await findFile(user, id)
    if (!file) throw problem('not_found')
    if (!canRemove(user, file)) return refuse('attachment_is_kept')
    await setRemoved(user, file.id)
    await recordDeed(user, 'attachment_removed', requestId, file.order_id ?? undefined)
  }

  function handed(
    actor: SignedIn,
    file: Pick<FileRow, 'id' | 'name' | 'type' | 'state' | 'isCompressed'> | undefined,
    { as }: { as?: 'stored' | undefined },
    outgoing: Headers,
  ) {
    if (!file) throw problem('not_found')
    if (file.state === 'held') throw problem('unavailable', { retryAfter: 60 })
    const isDecoded = file.isCompressed && as !== 'stored'
    outgoing.set('content-disposition', attachment(file.name))
    return {
      type: typeOfDownload(file.type, file.isCompressed && !isDecoded),
      bytes: () => openFile(files, keyOf(actor.brandId, file.id), { isDecoded, share: shareOf(actor) }),
    }
  }
}

async function findOrder(user: SignedIn, id: string): Promise<Target | undefined> {
  const found = await findOrderOfFiles(user, id)
  return found && { practiceId: found.practiceId, orderId: found.id, order: found }
}

/** A cancelled entry may belong to another practice: no file may be added to it. */
function refuseCancelled({ status }: OrderOfFiles, refuse: (code: 'order_over') => never) {
  if (status === 'cancelled') refuse('order_over')
}

async function lockDraft(user: PracticeUser, id: string): Promise<Target | undefined> {
  const found = await lockDraftOfFiles(user, id)
  return found && { practiceId: user.practiceId, draftId: found.id }
}

async function listingOfOrder(user: SignedIn, id: string) {
  const order = await findOrder(user, id)
  if (!order) throw problem('not_found')
  return listing(user, order)
}

async function listing(user: SignedIn, target: Target | undefined) {
  const { bytes, files } = await findLimits(user)
  const rows = target ? await listFiles(user, target) : []
  return { data: rows.map(row => attachmentOf(user, row)), limits: { bytes, files } }
}
