import { countries } from '#kit/countries.ts'

export const here = 'FR'

/** The most frequent country first, the others by name. */
export function countryOptions(language: string) {
  const names = new Intl.DisplayNames([language], { type: 'region' })
  const byName = new Intl.Collator(language)
  const options = countries.map(value => ({ value, label: names.of(value) ?? value }))
  return options.sort((a, b) => Number(b.value === here) - Number(a.value === here) || byName.compare(a.label, b.label))
}
