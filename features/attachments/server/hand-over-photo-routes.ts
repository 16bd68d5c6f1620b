import { recordDeed } from '#features/audit/server/sql.ts'
import { lockOrders } from '#features/cases/server/changes-sql.ts'
import type { Day } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import type { Api } from '#kit/server/serve.ts'
import type { Share } from '#kit/server/turns.ts'
import { onUpload } from '#kit/server/upload.ts'
import { type Staff, shareOf } from '#tenancy/server/actor.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { handOverPhotoCalls, largestHandOverPhoto } from '../hand-over-photo-contract.ts'
import { isPhoto } from '../rules.ts'
import { findPhotographedStop, insertPhotos, releasePhotos, setPhotosReady } from './hand-over-photo-sql.ts'
import type { StoredFile } from './sending-sql.ts'
import { type Files, judgeName, keyOf, storeFile } from './store.ts'

type Reserved = { ids: readonly string[]; keys: readonly string[]; name: string; limit: number; share: Share }

/** In the driver's language, like the case's timeline. */
const names = {
  fr: { handed_over: 'photo-remise', nobody_there: 'photo-passage' },
  en: { handed_over: 'hand-over-photo', nobody_there: 'visit-photo' },
} as const satisfies Record<Language, Record<string, string>>

export const handOverPhotoRoutes = (api: Api, files: Files) =>
  onUpload<typeof handOverPhotoCalls.add, Staff, Reserved, StoredFile>(
    api,
    handOverPhotoCalls.add,
    asStaff,
    { folder: files.passage },
    {
      limitOf: async () => largestHandOverPhoto,
      async reserve({ actor: staff, params, refuse }) {
        const found = await findPhotographedStop(staff, params.id)
        // Serialises with taking the hand-over back: that either waits and then finds the photo, or came first and is seen
        // by the second read.
        if (found && found.orderIds.length > 0) await lockOrders(staff, found.orderIds)
        const stop = found && (await findPhotographedStop(staff, params.id))
        if (!stop) throw problem('not_found')
        if (stop.isThere) return refuse('photo_there')
        if (stop.orderIds.length === 0) return refuse('no_case_there')
        const ids = await insertPhotos(staff, params.id, stop).catch(error => {
          // The other upload may still fail: the phone keeps its photo and retries.
          throw violates(error, 'attachments__one_photo') ? problem('request_in_flight', { retryAfter: 1 }) : error
        })
        return {
          ids,
          keys: ids.map(id => keyOf(staff.brandId, id)),
          name: nameOf(stop, staff.language),
          limit: largestHandOverPhoto,
          share: shareOf(staff),
        }
      },
      judge(part, _, refuse) {
        if (!isPhoto(judgeName(part, refuse).type)) refuse('file_type_refused')
      },
      async store(file, reserved, refuse, begin) {
        const stored = await storeFile(files, file, reserved, refuse, begin)
        return { ...stored, name: `${reserved.name}.${stored.type}` }
      },
      async finish({ actor: staff, requestId }, { ids }, stored) {
        const orderIds = await setPhotosReady(staff, ids, stored)
        // Swept, or its hand-over taken back, meanwhile.
        if (orderIds.length < ids.length) throw problem('unavailable', { retryAfter: 1 })
        for (const orderId of orderIds) await recordDeed(staff, 'attachment_added', requestId, orderId)
        return { data: { orderIds } }
      },
      release: (staff, { ids }, left) =>
        releasePhotos(staff, ids, typeof left === 'string' ? left : { size: left.stored.size }),
    },
  )

const nameOf = ({ day, outcome }: { day: Day; outcome: keyof (typeof names)['fr'] }, language: Language) =>
  `${names[language][outcome]}-${day}`
