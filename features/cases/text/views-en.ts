import type { movingPeriods } from '../moving-periods.ts'

export const en = {
  own: 'My views',
  none: 'Filter or sort the list, then save it as a view.',
  save: 'Save this view',
  manage: 'Rename or remove',
  saveTitle: 'Save this view',
  saveDescription: 'You find it again in “My views” and in quick access, on all your devices.',
  keeps: (words: string) => `It keeps: ${words}.`,
  withoutSearch: 'The words you searched for are not kept: they name a patient.',
  name: 'Name of the view',
  nameHint: 'Delayed implants, for example.',
  nameRequired: 'Give the view a name.',
  nameTooLong: 'Shorten the name to 60 letters.',
  saved: (name: string) => `View “${name}” saved`,
  manageTitle: 'My views',
  rename: 'Rename',
  renameOf: (name: string) => `Rename the view “${name}”`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove the view “${name}”`,
  removed: (name: string) => `“${name}” is removed.`,
  undo: 'Undo',
  undoOf: (name: string) => `Undo removing the view “${name}”`,
  keepName: 'Save',
  cancel: 'Cancel',
  notRemoved: 'The view could not be removed',
  notBack: 'The view could not be put back',
  notLoaded: 'Your views could not be loaded',
  noneLeft: 'You have no views.',
  /** What a saved view holds. */
  all: 'all that is in progress',
  period: { today: 'today', next_seven_days: 'next 7 days', this_week: 'this week' } satisfies Record<
    (typeof movingPeriods)[number],
    string
  >,
  on: (what: string, days: string) => `${what}: ${days}`,
  sortedBy: (what: string, isUp: boolean) => `sorted by ${what}, ${isUp ? 'ascending' : 'descending'}`,
  family: 'one type of work',
  problems: {
    view_name_taken: 'You already have a view with this name. Choose another one.',
    too_many_views: 'You have 20 views, the most there can be. Remove one first.',
  },
}

export type ViewsText = typeof en
