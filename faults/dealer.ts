import type { Random } from '#db/seed/random.ts'

/** Deals them out so that as many places in a row as there are to go round have had every one of them. */
export function dealer<T>(all: readonly T[], random: Random): (count: number) => T[] {
  let left: T[] = []
  return count =>
    Array.from({ length: count }, () => {
      if (left.length === 0) left = [...all]
      return left.splice(random.between(0, left.length - 1), 1)[0] as T
    })
}
