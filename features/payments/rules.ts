/** Cents. Online payments below 1.00 € cost more than they bring. */
export const leastPayableCents = 100
