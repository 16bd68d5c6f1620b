import type { ThemeText } from './theme-en.ts'

export const fr: ThemeText = {
  title: 'Apparence',
  choices: { light: 'Claire', dark: 'Sombre', system: 'Comme l’appareil' },
}
