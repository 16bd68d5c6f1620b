export const en = {
  none: 'The practice has sent no files.',
  seen: 'The practice sees what you attach here.',
}
export type StaffAttachmentsText = typeof en
