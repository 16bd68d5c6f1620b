/** By which colours a browser shows the portal; kept in its cookie `theme`, so that the page is written in them. */
export const themeChoices = ['light', 'dark', 'system'] as const
export type ThemeChoice = (typeof themeChoices)[number]
