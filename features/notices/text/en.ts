export const en = {
  mark: 'New',
  unread: (count: number) => (count === 1 ? '1 case with news' : `${count} cases with news`),
  many: (most: number) => `${most}+`,
}
export type NoticesText = typeof en
