/** The board, and bulk moves of cases. */
export const en = {
  title: 'Board',
  description: 'Cases in progress by status, what leaves first on top',
  whose: 'Whose',
  all: 'Everybody’s',
  more: (count: string) => `Show more (${count})`,
  moreThan: (count: string) => `more than ${count}`,
  none: 'No cases',
  failed: 'The board could not be loaded',
  outdated: 'This board may be out of date.',
  undoOf: (code: string) => `Undo the move of ${code}`,
  movesFor: (code: string) => `Move ${code}`,
  comes: (at: string) => `Patient ${at}`,
  dragHint: 'Drag a card to another column, or use its menu.',
  cannot: (code: string, status: string) => `${code} cannot go to “${status}” from where it is.`,
  inList: 'See in the list',
  many: {
    move: 'Move to',
    give: 'Give to',
    nobody: 'Nobody',
    clear: 'Choose none',
    moved: (count: number) => `${count} moved`,
    given: (count: number) => `${count} given`,
    stayed: (codes: string) => `Not moved, because they are elsewhere by now or cannot go there: ${codes}`,
  },
}

export type StaffBoardText = typeof en
