import type { RefusalOf } from '#kit/contract.ts'
import type { handOverPhotoCalls } from '../hand-over-photo-contract.ts'

export const en = {
  label: 'Photo of the parcel',
  optional: '(optional)',
  hint: 'Where you leave it, with nobody in the picture. The laboratory and the practice see it with the files of the case.',
  take: 'Take a photo',
  again: 'Take another one',
  remove: 'Remove the photo',
  unreadable: 'This photo cannot be read. Take another one.',
  ofNothing: 'The photo goes with a case: tick the one you hand over, or remove the photo.',
  refusals: {
    file_too_large: 'The photo is too large.',
    file_type_refused: 'This is no photo.',
    file_is_not_what_it_says: 'This photo cannot be read.',
    image_too_large: 'The photo has too many pixels.',
    storage_unavailable: 'The photo could not be kept.',
    photo_there: 'There is a photo of this hand-over already.',
    no_case_there: 'A colleague has already handed these cases over.',
    photo_lost: 'The photo is not on this phone any more. The hand-over itself is noted.',
  } satisfies Record<RefusalOf<typeof handOverPhotoCalls.add> | 'photo_lost', string>,
}

export type HandOverPhotoText = typeof en
