/** What goes by itself when its time is over, as its record and the screen call it. */
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
