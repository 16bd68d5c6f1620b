/** Characters of why the laboratory does not do what it was asked. */
export const longestReason = 1000

/** Months for which finished cases may say their patient's name: what the database allows, and what is offered of it. */
export const leastMonths = 6
export const mostMonths = 240
export const offeredMonths = [6, 12, 24, 36, 60, 120, 180, mostMonths] as const

/** Of more it is only said that they are more. */
export const mostNamesCounted = 1_000

/** Cases among which a part of a number is looked for; what numbers begin with is found among all. */
export const latestSearched = 2_000
