/** Texts of seldom used parts of a practice's page, loaded with them. */
export const en = {
  gaps: {
    title: 'Its invoices will not say all that the law asks for',
    siren_missing: 'Its SIREN or SIRET is missing.',
    siren_is_rpps:
      'The number entered is an RPPS, which is a person’s: an invoice needs the SIREN or SIRET of the practice.',
    siren_wrong: 'The number entered is no valid SIREN or SIRET.',
    address: 'Its street, postcode or town is missing.',
    mailbox:
      'Without SIREN and e‑mail nothing says where to bring its invoices: their documents wait until there is one.',
    complete: 'Complete',
    after: 'Invoicing goes on. What is completed holds for the pieces to come.',
  },
  closing: {
    title: (name: string) => `Keep everybody of ${name} out?`,
    description: 'Whoever is signed in is signed out at once. Cases, invoices and files stay as they are.',
    act: (name: string) => `Keep everybody of ${name} out`,
    done: (name: string) => `Nobody of ${name} comes in any more`,
  },
  opening: {
    title: (name: string) => `Let ${name} in again?`,
    description: 'Those come in again who could before. Whoever had been kept out by themselves stays out.',
    act: (name: string) => `Let ${name} in again`,
    done: (name: string) => `${name} can come in again`,
  },
  dlcpm: {
    label: 'DLCPM: no new cases',
    hint: 'They follow cases, but order none and keep their language. Only the laboratory changes this.',
  },
  change: {
    title: (name: string) => `Change ${name}`,
    description: 'Other rounds move promised deliveries, which are shown before saving.',
    name: 'Name of the practice',
    address: 'Street',
    postalCode: 'Postcode',
    city: 'City',
    vatNumber: 'VAT number',
    vatNumberWrong: 'This is no VAT number, or its key does not go with the SIREN. Example: FR44732829320.',
    deliveryAddress: 'Street of delivery',
    deliveryAddressHint: 'Only where cases are brought to another address: it stands on invoices.',
    deliveryPostalCode: 'Postcode of delivery',
    deliveryCity: 'City of delivery',
    noDay: 'Choose at least one day.',
    tooLong: 'This is too long.',
    submit: 'Save',
    failed: 'The practice is not saved',
    saved: 'Practice saved',
  },
}

export type SeldomText = typeof en
