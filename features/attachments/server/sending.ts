import { recordDeed } from '#features/audit/server/sql.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import type { Share } from '#kit/server/turns.ts'
import type { ReceivedFile } from '#kit/server/upload.ts'
import { type SignedIn, shareOf } from '#tenancy/server/actor.ts'
import type { attachmentCalls } from '../contract.ts'
import { hasRole } from '../rules.ts'
import { isCopyOf } from '../scan-rules.ts'
import { attachmentOf } from './attachment-reply.ts'
import {
  countFiles,
  deleteUploading,
  findLimits,
  findPlace,
  insertUploading,
  lockFilesOfPractice,
  type StoredFile,
  setReady,
  setStoredInVain,
} from './sending-sql.ts'
import {
  calledOnArrival,
  changeFile,
  findFile,
  findSameScan,
  listProblemsOfOrder,
  lockOrderOfFiles,
  type OrderOfFiles,
  setRemoved,
  type Target,
} from './sql.ts'
import { type Files, judgeName, keyOf, storeFile } from './store.ts'

type Reserved = {
  id: string
  target: Target
  keys: readonly string[]
  problems: Set<string>
  limit: number
  share: Share
}
type Stored = StoredFile & { problemId: string | undefined }

type Refuse<Code extends string = never> = (
  code: Code | keyof (typeof attachmentCalls)['addToOrder']['refusals'],
) => never
/** The common part of the upload calls, which differ in actor and refusals. */
type Asked<A, Code extends string> = { actor: A; params: { id: string }; requestId: string; refuse: Refuse<Code> }

/**
 * Uploads a file to a case or a draft, by a practice or its laboratory. `judge` refuses cases that accept no files; it runs
 * before the upload and again after it.
 */
export const sendingTo = <A extends SignedIn, Code extends string = never>(
  files: Files,
  targetOf: (user: A, id: string) => Promise<Target | undefined>,
  judge: (order: OrderOfFiles, refuse: (code: Code) => never) => void = () => {},
) => ({
  limitOf: async (user: A) => (await findLimits(user)).bytes,
  async reserve({ actor: user, params, refuse }: Asked<A, Code>): Promise<Reserved> {
    const target = await targetOf(user, params.id)
    if (!target) throw problem('not_found')
    if ('order' in target) judge(target.order, refuse)
    const limits = await findLimits(user)
    const { files, bytes } = await countFiles(user, target, limits)
    if (files >= limits.files) refuse('too_many_files')
    if (bytes + limits.bytes > limits.quota) refuse('quota_exceeded')
    // Only the practice, which reports problems, attaches photos to them.
    const hasProblems = user.kind === 'practice' && 'orderId' in target
    const problems = new Set(hasProblems ? await listProblemsOfOrder(user, target.orderId) : [])
    // The draft may be discarded concurrently.
    const id = await insertUploading(user, target).catch(error => {
      throw violates(error, 'attachments_brand_id_draft_id_fkey') ? problem('not_found') : error
    })
    return { id, target, keys: [keyOf(user.brandId, id)], problems, limit: limits.bytes, share: shareOf(user) }
  },
  judge(part: Pick<ReceivedFile, 'name' | 'fields'>, { problems }: Reserved, refuse: Refuse) {
    judgeName(part, refuse)
    const problemId = problemOf(part)
    if (problemId !== undefined && !problems.has(problemId)) {
      throw problem('input_invalid', { errors: [{ path: 'problemId', code: 'not_listed' }] })
    }
  },
  async store(file: ReceivedFile, reserved: Reserved, refuse: Refuse, begin: () => void): Promise<Stored> {
    return { ...(await storeFile(files, file, reserved, refuse, begin)), problemId: problemOf(file) }
  },
  async finish({ actor: user, requestId, refuse }: Asked<A, Code>, { id, target }: Reserved, stored: Stored) {
    await lockFilesOfPractice(user, target)
    const place = await findPlace(user, id)
    // Removed with its draft, which was discarded meanwhile.
    if (!place) throw problem('not_found')
    const order = 'orderId' in place ? await lockOrderOfFiles(user, place.orderId) : undefined
    if ('orderId' in place && !order) throw problem('not_found')
    if (order) judge(order, refuse)
    const called = order
      ? calledOnArrival(stored.name, order, 'order' in target ? target.order : undefined)
      : stored.name
    const same = hasRole(stored.type) && (await findSameScan(user, place, stored))
    if (same) {
      await setStoredInVain(user, id, stored.size)
      // Of two names for the same scan, keeps the one without a download suffix such as "(1)".
      if (!isCopyOf(same.name, called)) return { data: attachmentOf(user, same) }
      await changeFile(user, same.id, { name: called })
      return { data: attachmentOf(user, { ...same, name: called }) }
    }
    if (!(await setReady(user, id, stored, stored.problemId))) throw problem('not_found')
    // Its role is derived from the original name, so the rename comes after.
    if (called !== stored.name) await changeFile(user, id, { name: called })
    const row = await findFile(user, id)
    if (!row) throw problem('not_found')
    await recordDeed(user, 'attachment_added', requestId, row.order_id ?? undefined)
    return { data: attachmentOf(user, row) }
  },
  release: (user: A, { id }: Reserved, left: 'nothing' | 'perhaps' | { stored: Stored }) => {
    if (left === 'nothing') return deleteUploading(user, id)
    return left === 'perhaps' ? setRemoved(user, id, 'uploading') : setStoredInVain(user, id, left.stored.size)
  },
})

/** Ids in lower case, as PostgreSQL writes them. */
const problemOf = ({ fields }: Pick<ReceivedFile, 'fields'>) => fields.get('problemId')?.toLowerCase()
