export const en = {
  scan: {
    elsewhere: 'Sent by the scanner’s platform …',
    legend: 'Scan sent by the scanner’s platform',
    platform: 'Platform',
    caseNumber: 'Number of the case there',
    caseNumberHint: 'The laboratory finds the scan by it',
    url: 'Link to the case',
    urlHint: 'Begins with https://',
    optional: '(optional)',
    none: 'No scan on a platform',
    notYet: 'No scan yet: the laboratory will begin only once it is there.',
    attach: 'Attach',
    send: 'Sent by the scanner’s platform',
    on: (platform: string, number: string) => `${platform}, case ${number}`,
  },
  known: { inProgress: 'Already under way for this patient:' },
  dropped: {
    title: (count: number) => (count === 1 ? 'One file dropped' : `${count} files dropped`),
    advice: 'A request had been begun already. Start over, or attach them to this one.',
    attach: 'Attach to this request',
  },
  pickup: {
    takes: (slot: string) => `The pickup of ${slot} takes the impression.`,
    none: 'No pickup is planned: nobody will come for the impression.',
    schedule: 'Schedule a pickup',
  },
  leaving: {
    title: 'Leave this request?',
    advice: 'It has not been sent to the laboratory.',
    stay: 'Keep editing',
    throwAway: 'Delete the draft',
    keep: 'Keep the draft and leave',
    failed: 'The draft could not be deleted',
  },
  bridge: (name: string) => `${name}: no pontic. Is every tooth an abutment?`,
  change: 'Change',
}
export type ReviewText = typeof en
