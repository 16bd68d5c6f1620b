import type { ProblemKind } from './contract.ts'

/** Beginnings of words that say what is wrong, in both languages; a word with a point after it is meant as a whole. */
const beginnings: Partial<Record<ProblemKind, string>> = {
  fit: 'bascul serr bouge ajust adapt flott joint. bord. bords. rock. rocks. rocking. loose tight fit. fits. fitting gap. gaps. margin wobbl',
  shade: 'teinte couleur fonce shade colour color dark. darker',
  contact: 'contact. contacts. occlus surocclu haut. haute. hauteur high. bite.',
  breakage: 'cass ebrech fractur fissur fele. felee. felure brise broke. broken chip crack',
  late: 'retard tard. delay',
  missing: 'manqu oubli incomplet missing forgot',
}
const kinds = Object.entries(beginnings).map(([kind, words]) => [kind as ProblemKind, words.split(' ')] as const)

const plain = (words: string) =>
  words
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z]+/)

/** What is wrong, as the words themselves say it; nothing where they name two things, or none that is known. */
export function kindSaidBy(description: string): ProblemKind | undefined {
  const words = plain(description)
  const isSaid = (beginning: string) =>
    beginning.endsWith('.') ? words.includes(beginning.slice(0, -1)) : words.some(word => word.startsWith(beginning))
  const said = kinds.filter(([, these]) => these.some(isSaid))
  return said.length === 1 ? said[0]?.[0] : undefined
}
