import { recordDeed } from '#features/audit/server/sql.ts'
import type { Endpoint } from '#kit/contract.ts'
import { problem } from '#kit/problem.ts'
import { attachment } from '#kit/server/attachment.ts'
import { violates } from '#kit/server/database-problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { Share } from '#kit/server/turns.ts'
import { onUpload, type ReceivedFile } from '#kit/server/upload.ts'
import type { PracticeUser, SignedIn } from '#tenancy/server/actor.ts'
import { shareOf } from '#tenancy/server/actor.ts'
import { asPracticeUser, asStaff } from '#tenancy/server/guards.ts'
import { type Attachment, attachmentCalls, staffAttachmentCalls } from '../contract.ts'
import { hasRole, typeOfName } from '../rules.ts'
import { isCopyOf } from '../scan-rules.ts'
import { openFile, typeOfDownload } from './download.ts'
import { findDraftOfFiles, holdDraftOfFiles, renameInDraft } from './draft-files-sql.ts'
import { cleanName } from './file-name.ts'
import {
  countFiles,
  deleteUploading,
  findLimits,
  insertUploading,
  lockFilesOfPractice,
  type StoredFile,
  setReady,
  setStoredInVain,
} from './sending-sql.ts'
import {
  changeFile,
  type FileRow,
  findFile,
  findFileOfLaboratory,
  findOrderOfFiles,
  findSameScan,
  listFiles,
  listProblemsOfOrder,
  renameWithoutPatient,
  setRemoved,
  type Target,
} from './sql.ts'
import { type Files, judgeName, keyOf, storeFile } from './store.ts'

type Reserved = { id: string; keys: readonly string[]; problems: Set<string>; limit: number; share: Share }
type Stored = StoredFile & { problemId: string | undefined }

export function attachmentRoutes(api: Api, files: Files) {
  on(api, attachmentCalls.listOfOrder, asPracticeUser, async ({ actor: user, params }) =>
    listing(user, await targetOf(user, attachmentCalls.listOfOrder, params)),
  )
  on(api, attachmentCalls.listOfDraft, asPracticeUser, async ({ actor: user, query }) => {
    const draft = await findDraftOfFiles(user, query.draft)
    return listing(user, draft && { draftId: draft.id })
  })

  addRoute(api, files, attachmentCalls.addToOrder)
  addRoute(api, files, attachmentCalls.addToDraft)

  on(api, attachmentCalls.download, asPracticeUser, async ({ actor: user, params, query, outgoing }) =>
    handed(user, await findFile(user, params.id), query, outgoing),
  )

  on(api, staffAttachmentCalls.listOfOrder, asStaff, async ({ actor: staff, params }) => {
    const order = await findOrderOfFiles(staff, params.id)
    if (!order) throw problem('not_found')
    return listing(staff, { orderId: order.id })
  })

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
    if (said !== undefined && !canRemove(user, file)) return refuse('attachment_is_kept')
    const name = said === undefined ? undefined : (cleanName(said) ?? '')
    if (name !== undefined && typeOfName(name) !== file.type) return refuse('file_type_refused')
    // A file of a case is called by the patient's code, and sending or forgetting has just seen to it, perhaps.
    if (name !== undefined && !(await renameInDraft(user, file.id, name))) return refuse('attachment_is_kept')
    if (role !== undefined) await changeFile(user, file.id, { role })
    const change = { ...(name !== undefined && { name }), ...(role !== undefined && { role }) }
    return { data: attachmentOf(user, { ...file, ...change }) }
  })

  on(api, attachmentCalls.remove, asPracticeUser, async ({ actor: user, params, refuse, requestId }) => {
    const file = await findFile(user, params.id)
    if (!file) throw problem('not_found')
    if (!canRemove(user, file)) return refuse('attachment_is_kept')
    await setRemoved(user, file.id)
    await recordDeed(user, 'attachment_removed', requestId, file.order_id ?? undefined)
  })

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

type AddEndpoint = typeof attachmentCalls.addToOrder | typeof attachmentCalls.addToDraft

const addRoute = (api: Api, files: Files, endpoint: AddEndpoint) =>
  onUpload<AddEndpoint, PracticeUser, Reserved, Stored>(
    api,
    endpoint,
    asPracticeUser,
    { folder: files.passage },
    {
      limitOf: async user => (await findLimits(user)).bytes,
      async reserve({ actor: user, params, refuse }) {
        const target = await targetOf(user, endpoint, params as { id: string })
        const limits = await findLimits(user)
        const { files, bytes } = await countFiles(user, target, limits)
        if (files >= limits.files) refuse('too_many_files')
        if (bytes + limits.bytes > limits.quota) refuse('quota_exceeded')
        const problems = new Set('orderId' in target ? await listProblemsOfOrder(user, target.orderId) : [])
        // The draft may be thrown away at this moment.
        const id = await insertUploading(user, target).catch(error => {
          throw violates(error, 'attachments_brand_id_draft_id_fkey') ? problem('not_found') : error
        })
        return { id, keys: [keyOf(user.brandId, id)], problems, limit: limits.bytes, share: shareOf(user) }
      },
      judge(part, { problems }, refuse) {
        judgeName(part, refuse)
        const problemId = problemOf(part)
        if (problemId !== undefined && !problems.has(problemId)) {
          throw problem('input_invalid', { errors: [{ path: 'problemId', code: 'not_listed' }] })
        }
      },
      async store(file, reserved, refuse, begin) {
        return { ...(await storeFile(files, file, reserved, refuse, begin)), problemId: problemOf(file) }
      },
      async finish({ actor: user, requestId }, { id }, stored) {
        if (hasRole(stored.type)) await lockFilesOfPractice(user)
        // Gone with the draft that was thrown away meanwhile.
        if (!(await setReady(user, id, stored, stored.problemId))) throw problem('not_found')
        const added = await findFile(user, id)
        if (!added) throw problem('not_found')
        const same = hasRole(added.type) && (await findSameScan(user, added))
        if (same) {
          await setRemoved(user, id)
          // Of two it keeps the name that nobody's download folder has added to.
          if (!isCopyOf(same.name, added.name)) return { data: attachmentOf(user, same) }
          await changeFile(user, same.id, { name: added.name })
          await renameWithoutPatient(user, { ...same, name: added.name })
          return { data: attachmentOf(user, (await findFile(user, same.id)) ?? same) }
        }
        await renameWithoutPatient(user, added)
        const row = await findFile(user, id)
        if (!row) throw problem('not_found')
        await recordDeed(user, 'attachment_added', requestId, row.order_id ?? undefined)
        return { data: attachmentOf(user, row) }
      },
      release: (user, { id }, left) => {
        if (left === 'nothing') return deleteUploading(user, id)
        return left === 'perhaps' ? setRemoved(user, id, 'uploading') : setStoredInVain(user, id, left.stored.size)
      },
    },
  )

/** The case or the draft that the address names. */
async function targetOf(user: PracticeUser, endpoint: Endpoint, { id }: { id: string }): Promise<Target> {
  const isOfDraft = endpoint === attachmentCalls.addToDraft
  const found = await (isOfDraft ? holdDraftOfFiles(user, id) : findOrderOfFiles(user, id))
  if (!found) throw problem('not_found')
  return isOfDraft ? { draftId: found.id } : { orderId: found.id }
}

/** As PostgreSQL writes ids. */
const problemOf = ({ fields }: Pick<ReceivedFile, 'fields'>) => fields.get('problemId')?.toLowerCase()

async function listing(user: SignedIn, target: Target | undefined) {
  const { bytes, files } = await findLimits(user)
  const rows = target ? await listFiles(user, target) : []
  return { data: rows.map(row => attachmentOf(user, row)), limits: { bytes, files } }
}

/** One's own, while nobody works with it. */
const canRemove = (user: SignedIn, row: FileRow) =>
  row.creatorId === user.userId && (row.order_id === null || row.order_status === 'registered')

const attachmentOf = (user: SignedIn, row: FileRow): Attachment => ({ ...row, canRemove: canRemove(user, row) })
