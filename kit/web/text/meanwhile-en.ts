export const en = {
  mine: 'What you typed is kept; everything else now shows what is saved. Save again to keep it.',
  changed: 'A value that you changed was changed, too: look at what is saved first.',
  list: (name: string) => `The list “${name}” was changed, too; saving it will replace what a colleague put there.`,
  kept: 'What you typed is kept. Read what has changed, then send it again.',
  theirs: 'This is what is saved now. What you typed is kept as well.',
  showTheirs: 'Show what is saved',
  showMine: 'Back to what I typed',
  stands: (there: string) => `Saved meanwhile: “${there}”.`,
  emptied: 'Emptied meanwhile.',
}

export type MeanwhileText = typeof en
