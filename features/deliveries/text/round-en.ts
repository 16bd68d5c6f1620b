export const en = {
  title: (name: string) => `The round of ${name}`,
  label: 'Name of the round',
  hint: 'Left empty: no round. A round is there as long as a practice is in it.',
  known: (names: string) => `There are: ${names}`,
  submit: 'Save',
  failed: 'The round is not kept',
  tooLong: (most: number) => `Shorten this to ${most} characters.`,
  refused: {
    handOver: (practice: string) => `Not taken: ${practice}`,
    photo: (practice: string) => `Photo not taken: ${practice}`,
    drop: 'Remove',
  },
  leftOut: {
    title: 'Left out',
    absent: (days: string) => `absent ${days}`,
    pickupsOnly: 'pickup only',
  },
}
export type RoundText = typeof en
