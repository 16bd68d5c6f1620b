import * as v from 'valibot'
import { data, endpoint, Id } from '#kit/contract.ts'

/** The phone shrinks photos to this size before storing them. */
export const largestHandOverPhoto = 1024 * 1024

export const handOverPhotoCalls = {
  add: endpoint({
    method: 'POST',
    path: '/api/staff/hand-overs/:id/photo',
    needs: 'delivery',
    summary: 'What the driver has photographed at the door: a file of each case that was handed over, or could not be',
    status: 201,
    creates: true,
    upload: 'file',
    reply: data(v.object({ orderIds: v.array(Id) })),
    refusals: {
      file_too_large: 413,
      file_type_refused: 415,
      file_is_not_what_it_says: 415,
      image_too_large: 422,
      storage_unavailable: 507,
      /** A hand-over has at most one photo, and there is one already. */
      photo_there: 409,
      /** The stop only collected: there is no case to attach the photo to. */
      no_case_there: 409,
    },
  }),
}
