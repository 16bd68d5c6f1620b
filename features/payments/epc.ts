export type Transfer = {
  /** The account's holder; longer names are cut to 70 characters. */
  name: string
  iban: string
  /** Optional within Europe: banks derive it from the IBAN. */
  bic?: string | null
  amountCents: number
  /** What the practice writes beside the amount, to identify the payment. */
  reference: string
}

/** Text of the transfer's QR code (EPC069-12, version 2), for the camera of a banking app. */
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

/** A line break would start another field. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
