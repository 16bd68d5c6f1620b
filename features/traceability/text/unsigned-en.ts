import type { UnsignedShipping } from '../unsigned-rules.ts'

export const en = {
  title: (count: number) => (count === 1 ? 'A sheet is not signed' : `${count} sheets are not signed`),
  may: (count: number) =>
    `${count === 1 ? 'This case' : 'These cases'} would leave without a signed traceability sheet. It can be signed afterwards too.`,
  mayNot: 'Your laboratory lets no case leave without a signed sheet, unless somebody who may decides it.',
  sign: (code: string) => `Sign ${code} now`,
  openSheets: 'Open the sheets to sign',
  ship: (count: number) => (count === 1 ? 'Ship it anyway' : `Ship the ${count} anyway`),
  shipOthers: (count: number) => (count === 1 ? 'Ship only the other one' : `Ship only the ${count} others`),
  cancel: 'Back',
  checkFailed: 'Nothing has left',
  setting: {
    label: 'Ship a case whose sheet nobody has signed',
    hint: 'A hand-over noted at the door is never refused: it has taken place.',
    choices: {
      not_asked: 'Do not ask (sheets are signed elsewhere)',
      anyone: 'Warn; everybody may ship it anyway',
      signers: 'Warn; whoever signs sheets may ship it anyway',
      administrators: 'Warn; administrators may ship it anyway',
      nobody: 'Nobody may ship it',
    } satisfies Record<UnsignedShipping, string>,
    saved: 'Saved',
    failed: 'Not saved',
  },
}
export type UnsignedText = typeof en
