import { matchesWords, plainWords } from '#kit/web/search-words.ts'

type Named = { label: string; words?: string | undefined }

/**
 * The entries that contain all typed words, in this order: names that begin with them, then other words of names, then
 * synonyms.
 */
export function matching<Entry extends Named>(entries: readonly Entry[], typed: string): Entry[] {
  const start = plainWords(typed)
  const ranked = entries.flatMap(entry => {
    const { label, words = '' } = entry
    if (!matchesWords(`${label} ${words}`, typed)) return []
    const rank = plainWords(label).startsWith(start) ? 0 : matchesWords(label, typed) ? 1 : 2
    return [{ entry, rank }]
  })
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ entry }) => entry)
}
