export const absenceTabs = ['upcoming', 'all'] as const
export type AbsenceTab = (typeof absenceTabs)[number]
