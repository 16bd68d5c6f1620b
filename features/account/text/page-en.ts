export const en = {
  title: 'My account',
  description: 'What the laboratory knows of you and of your practice.',
}

export type AccountPageText = typeof en
