/** Who can grant a missing right, by audience; the right to order (DLCPM) is the laboratory's to grant. */
export const en = {
  practice: 'Your account does not give access to this. Your practice’s manager decides who sees what.',
  dlcpm: 'Your account does not give access to this. The laboratory decides about that.',
  staff: 'Your account does not give access to this. An administrator of the laboratory decides who sees what.',
}

export type NoAccessText = typeof en
