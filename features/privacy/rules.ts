/** Characters in the laboratory's reason for a refusal. */
export const longestReason = 1000

/** Months for which finished cases may keep the patient's name: the database's limits, and the choices offered. */
export const leastMonths = 6
export const mostMonths = 240
export const offeredMonths = [6, 12, 24, 36, 60, 120, 180, mostMonths] as const

/** Beyond this the count only says "more". */
export const mostNamesCounted = 1_000

/** Cases searched for a part of a number; its beginning is searched among all. */
export const latestSearched = 2_000
