import { matchesWords } from '#kit/web/search-words.ts'

type Named = { label: string; words?: string | undefined }

/** Those that all typed words lead to, in their order: by their own names first, then by other words for them. */
export function matching<Entry extends Named>(entries: readonly Entry[], typed: string): Entry[] {
  const named = entries.filter(({ label }) => matchesWords(label, typed))
  const others = entries.filter(
    entry => !named.includes(entry) && matchesWords(`${entry.label} ${entry.words ?? ''}`, typed),
  )
  return [...named, ...others]
}
