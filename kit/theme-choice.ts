/** The colour scheme of a browser; kept in its cookie `theme`, so that the server writes the page in it. */
export const themeChoices = ['light', 'dark', 'system'] as const
export type ThemeChoice = (typeof themeChoices)[number]
