import type { Language } from '#kit/language.ts'

/** What stands in a shell until the server knows the laboratory. Digits, or the address of a call would lose them. */
export const shellPlaces = {
  companyName: '@company-name@',
  companyLogo: '/@company-logo@',
  clientServicePhone: '0000001234500000',
  initial: 'C',
} as const

export type ShellChoice = { picture: string; language: Language; hasLogo: boolean; sidebarOpen: boolean }

export const shellFile = ({ picture, language, hasLogo, sidebarOpen }: ShellChoice) =>
  `${[picture, language, hasLogo ? 'logo' : 'initial', ...(sidebarOpen ? [] : ['rail'])].join('-')}.html`
