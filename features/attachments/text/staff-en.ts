export const en = {
  none: 'The practice has sent no files.',
  seen: 'The practice sees them with its case.',
}
export type StaffAttachmentsText = typeof en
