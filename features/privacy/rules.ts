/** Characters of why the laboratory does not do what it was asked. */
export const longestReason = 1000
