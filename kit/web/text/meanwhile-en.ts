export const en = {
  mine: 'What you typed is kept; everything else now shows what is saved. Save again and what you typed holds.',
  theirs: 'This is what is saved now. What you typed is kept as well.',
  showTheirs: 'Show what is saved',
  showMine: 'Back to what I typed',
  stands: (there: string) => `Saved by somebody else meanwhile: “${there}”.`,
  emptied: 'Somebody else has emptied this meanwhile.',
}

export type MeanwhileText = typeof en
