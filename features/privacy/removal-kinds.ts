/** Kinds of data removed automatically after their retention, under the names used in records and on the screen. */
export const removalKinds = [
  'audit',
  'statements',
  'patient_names',
  'station_visits',
  'sessions',
  'answers',
  'links',
  'mails',
  'signups',
  'drafts',
  'unread',
  'sandbox_checkouts',
  'imports',
] as const
export type RemovalKind = (typeof removalKinds)[number]
