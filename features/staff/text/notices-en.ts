import type { StaffNoticeKind } from '../input.ts'

export const en = {
  title: 'Notifications',
  description: (email: string) =>
    `What waits always stands on the start page. Choose what is also mailed to ${email}, once an hour at most.`,
  kinds: {
    signup: 'A practice asks for an account',
    change: 'A practice asks for a change to its account',
    erasure: 'Somebody asks to be forgotten',
  } satisfies Record<StaffNoticeKind, string>,
  erasureHint: 'The law leaves a month to answer.',
  saved: 'Saved',
  failed: 'Your notifications could not be loaded',
}

export type StaffNoticesText = typeof en
