export const en = {
  actionsFor: (name: string) => `Actions for ${name}`,
  notDone: 'This has not been done',
  invite: 'Invite again',
  invited: (address: string) => `An invitation is on its way to ${address}`,
  notMailed: (name: string) => `${name} is invited, but no e‑mail goes out`,
  notMailedNext: 'Choose “Copy the link…” in the menu and hand it over yourself.',
  linkBesideNext: 'Copy their link, beside their name, and hand it over yourself.',
  noMails: {
    title: 'Nobody is mailed',
    description:
      'This portal has no e‑mail server (SMTP_URL): invitations do not leave. Copy the link of each from the menu of whoever is invited.',
    linkBeside:
      'This portal has no e‑mail server (SMTP_URL): invitations do not leave. Copy the link of each and hand it over yourself.',
  },
  mail: {
    waiting: 'E‑mail on its way',
    kept: 'No e‑mail has gone out',
    sent: 'E‑mail sent',
    failed: 'The e‑mail has not gone out',
  },
  state: { active: 'Active', invited: 'Invited', toInvite: 'To invite', disabled: 'Access closed' },
  invitedUntil: (when: string) => `Link good until ${when}`,
  invitationOver: 'No invitation that holds: invite them',
  copy: 'Copy the link…',
  copyFor: (name: string) => `Copy the link… (${name})`,
  link: {
    title: (name: string) => `The link of ${name}`,
    description: 'Whoever has this link chooses the password. Earlier links are over.',
    make: 'Make and copy the link',
    label: 'Link',
    copy: 'Copy the link',
    copied: 'The link is copied.',
    copyByHand: 'Copy the link with the keyboard.',
    close: 'Close',
  },
  correct: 'Correct the address and invite again…',
  address: {
    title: (name: string) => `The address of ${name}`,
    description: 'The first link ends; a new one goes to this address, which is also what they sign in with.',
    label: 'E‑mail address',
    required: 'Fill in this field.',
    tooLong: 'This is too long. Shorten it.',
    mail: 'Enter an e‑mail address like name@practice.com.',
    submit: 'Correct and invite',
  },
  withdraw: 'Withdraw the invitation…',
  withdrawing: {
    title: (name: string) => `Withdraw the invitation of ${name}?`,
    description: 'The link ends and the name leaves the list. You can invite again at any time.',
    confirm: (name: string) => `Withdraw the invitation of ${name}`,
    done: (name: string) => `The invitation of ${name} is withdrawn`,
  },
  takeSecondFactorAway: 'Take lost two-step verification away…',
  takingSecondFactorAway: {
    title: (name: string) => `Take the two-step verification of ${name} away?`,
    description:
      'The password alone will do to sign in, and their devices are signed out at once. An e‑mail tells them so.',
    confirm: (name: string) => `Take the two-step verification of ${name} away`,
    done: (name: string) => `${name} signs in with the password alone, and has been told by e‑mail`,
  },
  disable: 'Keep out…',
  disabling: {
    title: (name: string) => `Keep ${name} out?`,
    description: 'They are signed out everywhere at once and cannot sign in. You can let them in again at any time.',
    confirm: (name: string) => `Keep ${name} out`,
    done: (name: string) => `${name} is kept out from now on`,
  },
  cases: {
    open: (count: number) =>
      count === 1 ? 'One case in progress is in their name.' : `${count} cases in progress are in their name.`,
    to: (count: number) => (count === 1 ? 'Who gets their case' : `Who gets their ${count} cases`),
    nobody: 'Nobody',
    nobodyHint: 'In the list of cases, “Nobody’s” shows what nobody has, until somebody takes it.',
    done: (count: number, name: string | undefined) =>
      count === 1
        ? `The case is now ${name === undefined ? 'nobody’s' : `with ${name}`}`
        : `The ${count} cases are now ${name === undefined ? 'nobody’s' : `with ${name}`}`,
  },
  cancel: 'Leave as it is',
  enable: 'Let in again',
  enabled: (name: string) => `${name} may come in again`,
}

export type AccessText = typeof en
