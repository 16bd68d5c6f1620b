/**
 * How a question that has named these payments is answered with "it is other money". The release before names none and
 * knows no `besides`: what it understands answers for everything.
 */
export const otherThan = (ids: readonly string[]) => (ids.length > 0 ? { besides: [...ids] } : { isAnother: true })
