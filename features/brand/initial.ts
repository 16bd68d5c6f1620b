/** The initial of the distinctive part of the name: "Laboratoire Émail" is É, "Laboratoire du Port" P. */
export function initialOf(name: string): string {
  const words = name.trim().split(/[\s'’]+/)
  const own =
    words.length > 1
      ? words.filter(word => !/^(laboratoires?|labo?|atelier|dental|d[eu]?s?|l[ae]?s?|the)$/i.test(word))
      : words
  return ((own[0] ?? words[0] ?? '').match(/\p{L}|\p{N}/u)?.[0] ?? '').toUpperCase()
}
