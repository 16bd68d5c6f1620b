import type { StaffAttachmentsText } from './staff-en.ts'

export const fr: StaffAttachmentsText = {
  none: 'Aucun fichier.',
  seen: 'Le cabinet voit ce que vous joignez ici.',
}
