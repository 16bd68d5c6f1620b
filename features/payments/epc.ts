export type Transfer = {
  /** Whose account it is; of a longer name the first 70 letters. */
  name: string
  iban: string
  /** Within Europe banks know it from the IBAN. */
  bic?: string | null
  amountCents: number
  /** What the practice writes beside the amount, so that the payment is found again. */
  reference: string
}

/** What the code of a transfer says (EPC069-12, version 2), for the camera of a banking app. */
export const epcText = ({ name, iban, bic, amountCents, reference }: Transfer): string =>
  [
    'BCD',
    '002',
    '1',
    'SCT',
    bic ?? '',
    [...oneLine(name)].slice(0, 70).join(''),
    iban,
    `EUR${Math.floor(amountCents / 100)}.${String(amountCents % 100).padStart(2, '0')}`,
    '',
    '',
    [...oneLine(reference)].slice(0, 140).join(''),
  ].join('\n')

/** A line of its own would stand for another field. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
