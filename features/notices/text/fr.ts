import type { NoticesText } from './en.ts'

export const fr: NoticesText = {
  mark: 'Nouveau',
  unread: count => (count > 1 ? `${count} travaux avec du nouveau` : '1 travail avec du nouveau'),
  many: most => `${most}+`,
}
