export const en = {
  none: 'No files.',
  seen: 'The practice sees what you attach here.',
}
export type StaffAttachmentsText = typeof en
