export const en = {
  title: 'Calendar subscription',
  /** Users who may not see absences read nothing about them. */
  description: (hasAbsences: boolean) =>
    `Deliveries, appointments, pickups${hasAbsences ? ' and absences' : ''} in your own calendar, on your phone or computer, always up to date. Patients are named by their code only.`,
  secret: 'Keep the address to yourself: whoever knows it can read this calendar without signing in.',
  make: 'Create an address',
  made: {
    label: 'Address of your calendar',
    once: 'Copy it now: it is shown only this once.',
    copy: 'Copy',
    copied: 'Copied.',
    copyByHand: 'The browser does not allow copying: the address is selected, press Ctrl+C or ⌘C.',
    open: 'Open in my calendar program',
    programs:
      'Google: Other calendars, From URL. Outlook: Add calendar, Subscribe from web. Apple: File, New Calendar Subscription.',
  },
  there: (day: string) => `You have had an address since ${day}. Your calendar programs look at it by themselves.`,
  lost: 'It was shown only when it was created. If you no longer have it, or somebody else may know it, create a new one.',
  renew: 'Create a new address',
  revoke: 'End subscription',
  failed: 'That did not work',
  notLoaded: 'Your subscription could not be loaded',
  asking: {
    renew: {
      title: 'Create a new address?',
      description: 'The present one stops working at once: each calendar program needs the new one.',
      act: 'Create a new address',
    },
    revoke: {
      title: 'End the calendar subscription?',
      description: 'The address stops working at once, in every calendar program that uses it.',
      act: 'End subscription',
    },
    keep: 'Keep the present one',
  },
  revoked: 'The calendar subscription has ended.',
}
export type CalendarText = typeof en
