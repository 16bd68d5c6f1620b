export const languages = ['fr', 'en'] as const
export type Language = (typeof languages)[number]

export const inEach = <Said>(say: (language: Language) => Said): Record<Language, Said> => ({
  fr: say('fr'),
  en: say('en'),
})

/** The first of a browser's preferred languages that we speak. Source: Accept-Language or navigator.languages. */
export function preferredLanguage(acceptLanguage: string | null | undefined, fallback: Language): Language {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map(part => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.find(parameter => parameter.trim().startsWith('q='))
      return { language: tag.slice(0, 2).toLowerCase(), quality: quality ? Number(quality.trim().slice(2)) : 1 }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  for (const { language } of wanted) {
    const spoken = languages.find(candidate => candidate === language)
    if (spoken) return spoken
  }
  return fallback
}
