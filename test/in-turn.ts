/**
 * What takes long and seldom changes is told in turn, which `STORIES_SEED` says: each run draws one, and prints it.
 * `STORIES=all` tells all of it.
 *
 * Of a story's two ways (French at a desk, English on a phone) one in each run. What holds on every screen is walked in both in
 * every run (every-screen.e2e.ts).
 */
export function inTurn<Way>(story: string, ways: readonly Way[]): readonly Way[] {
  return process.env.STORIES === 'all' ? ways : oneInTurn(story, ways)
}

/** One of them, also where all is told: after it there is no other. */
export function oneInTurn<Way>(story: string, ways: readonly Way[]): readonly Way[] {
  const letters = [...`${process.env.STORIES_SEED}${story}`]
  const turn = letters.reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_521, 7)
  return ways.slice(turn % ways.length, (turn % ways.length) + 1)
}

/** What each run of all tests tells in the browser: the whole way through, each screen once, and who must not see what. */
const everyRun = /\/(beginning|every-screen|page-with-data|session)\.e2e\.ts$/

/** `npm test` tells one of so many stories of the browser, in turn; whoever runs them otherwise hears each one asked for. */
export const isTold = (file: string, story: string): boolean =>
  everyRun.test(file.replaceAll('\\', '/')) || isInTurn(story, Number(process.env.STORIES_SHARE ?? 1))

/** In one run of so many: what is proved by wearing a machine out, and what is the same of fifty forms. */
export const isInTurn = (drill: string, runs = 3): boolean =>
  inTurn(
    drill,
    Array.from({ length: runs }, (_, index) => index),
  ).includes(0)
