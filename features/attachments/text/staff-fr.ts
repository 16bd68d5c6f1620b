import type { StaffAttachmentsText } from './staff-en.ts'

export const fr: StaffAttachmentsText = {
  none: 'Le cabinet n’a envoyé aucun fichier.',
  seen: 'Le cabinet voit ce que vous joignez ici.',
}
