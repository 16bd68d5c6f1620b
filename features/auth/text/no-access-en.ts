/** Who gives an access that somebody lacks, by the audience they belong to; DLCPM is the laboratory's to say. */
export const en = {
  practice: 'Your account does not give access to this. Your practice’s manager decides who sees what.',
  dlcpm: 'Your account does not give access to this. The laboratory decides about that.',
  staff: 'Your account does not give access to this. An administrator of the laboratory decides who sees what.',
}

export type NoAccessText = typeof en
