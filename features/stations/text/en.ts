const minutesOf = (minutes: number) => `${minutes.toLocaleString('en-GB')} min`

export const en = {
  title: 'Where this device stands',
  description:
    'With a place, each scan checks its case in there, and out when it is scanned there again: so the figures know how long each work takes. Nobody is named.',
  name: 'Place (optional)',
  hint: 'Such as Milling, Ceramics or Finishing. Empty: a scan only opens the case.',
  isHere: (code: string, station: string) => `${code} is now at: ${station}`,
  isDone: (code: string, station: string, minutes: number | null) =>
    minutes === null ? `${code} has left: ${station}` : `${code} has left: ${station}, after ${minutesOf(minutes)}`,
  before: (code: string) => `${code} is there no more.`,
  hasLeft: (code: string) => `${code} is not checked in`,
  hasLeftWhy: 'It has left the laboratory, or was cancelled.',
  tooMany: 'There are 200 places already. Choose one of them.',
  takeBack: {
    act: 'Undo the scan',
    done: (code: string) => `${code}: the scan is undone`,
    failed: 'The scan was not undone',
    over: 'It is at that place no more, or has been for more than ten minutes.',
  },
  places: {
    title: 'Places',
    hint: 'There from their first scan. One that takes the name of another becomes one with it.',
    failed: 'The places could not be loaded',
    name: 'Name',
    here: 'There now',
    since: (at: string) => `since ${at}`,
    actions: 'Actions',
    actionsFor: (name: string) => `Actions for ${name}`,
    rename: 'Rename…',
    remove: 'Remove…',
    renameTitle: (name: string) => `Rename ${name}`,
    renameHint: 'Devices that stand there need no change: what they scan counts under the new name.',
    joins: (name: string) =>
      `There is a place ${name}: the two become one, with all their times. They cannot be parted again.`,
    required: 'Give it a name.',
    tooLong: 'Shorten this to 40 characters.',
    save: 'Rename',
    renamed: (name: string) => `The place is called ${name}`,
    notRenamed: 'The place was not renamed',
    removeTitle: (name: string) => `Remove ${name}?`,
    removeHint:
      'The times measured there go from the figures, for good. A device that stands there makes it anew with its next scan.',
    removeDo: (name: string) => `Remove ${name}`,
    keep: 'Keep it',
    removed: 'The place is removed',
    notRemoved: 'The place was not removed',
  },
}

export type StationsText = typeof en
