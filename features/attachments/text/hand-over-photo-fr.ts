import type { HandOverPhotoText } from './hand-over-photo-en.ts'

export const fr: HandOverPhotoText = {
  label: 'Photo du colis',
  optional: '(facultatif)',
  hint: 'Là où vous le laissez, sans personne sur l’image. Le laboratoire et le cabinet la voient avec les fichiers du travail.',
  take: 'Prendre une photo',
  again: 'En prendre une autre',
  remove: 'Retirer la photo',
  unreadable: 'Cette photo ne peut pas être lue. Prenez-en une autre.',
  ofNothing: 'La photo va avec un travail\u00a0: cochez celui que vous remettez, ou retirez-la.',
  refusals: {
    file_too_large: 'La photo est trop volumineuse.',
    file_type_refused: 'Ce n’est pas une photo.',
    file_is_not_what_it_says: 'Cette photo ne peut pas être lue.',
    image_too_large: 'La photo a trop de pixels.',
    storage_unavailable: 'La photo n’a pas pu être enregistrée.',
    photo_there: 'Il y a déjà une photo de cette remise.',
    no_case_there: 'Un collègue a déjà remis ces travaux.',
    photo_lost: 'La photo n’est plus sur ce téléphone. La remise, elle, est notée.',
  },
}
