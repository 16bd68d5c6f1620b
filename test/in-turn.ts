/**
 * Of a story's two ways (French at a desk, English on a phone) one in each run, which one `STORIES_SEED` says: the run prints
 * it, and the next takes another. `STORIES=all` tells all of them. What holds on every screen is walked in both in every run
 * (every-screen.e2e.ts).
 */
export function inTurn<Way>(story: string, ways: readonly Way[]): readonly Way[] {
  if (process.env.STORIES === 'all') return ways
  const letters = [...`${process.env.STORIES_SEED}${story}`]
  const turn = letters.reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_521, 7)
  return ways.slice(turn % ways.length, (turn % ways.length) + 1)
}
