import type { ProblemKind } from './contract.ts'

/** What the practice wants the laboratory to do about a problem. */
export type Wish = 'note' | 'adjust' | 'remake'

type WordsOf = Partial<Record<ProblemKind, string>>

/**
 * Beginnings of words that say what is wrong, in French and English. A point after a word matches it as a whole, an
 * underscore stands for a space.
 */
const beginnings: WordsOf = {
  fit: 'bascul serr bouge instab ajust adapt flott retention retentiv joint. bord. bords. rock. rocks. rocking. unstable loose tight fit. fits. fitting gap. gaps. margin wobbl descell',
  shade:
    'teinte couleur fonce shade colour color dark. darker trop_clair trop_blanc trop_jaun trop_gris trop_opaque too_light. too_bright. too_white. too_yellow. too_grey. too_gray.',
  contact: 'contact. contacts. occlus surocclu supraocclu supraclu haut. haute. hauteur high. bite.',
  breakage: 'cass ebrech eclat. eclats. fractur fissur fele. felee. felure brise broke. broken chip crack',
  late: 'retard tard. delay',
  missing: 'manqu oubli incomplet missing forgot',
  other:
    'decoll debond came_off. mauvaise_dent. mauvaises_dents. mauvais_patient wrong_tooth. wrong_teeth. wrong_patient',
}

/** Negated phrases that name a problem; in any other phrase a negation reverses the meaning. */
const lacks: WordsOf = {
  fit: 'rentre_pas. rentre_plus. tient_pas. tient_plus. adapte_pas. descend_pas. enfonce_pas. clipse_pas. pas_adapt not_seat t_seat cannot_seat doesnt_seat wont_seat not_fit t_fit cannot_fit doesnt_fit wont_fit not_sit t_sit',
  contact:
    'pas_de_contact pas_de_point_de_contact plus_de_contact aucun_contact sans_contact no_contact without_contact pas_d_occlusion not_in_occlusion contact_serr contact_trop_serr contacts_trop_serr contact_too_tight contacts_too_tight tight_contact',
}

/** Phrases that must not match: lack of space is not a missing part. */
const elsewhere = 'manque_de_place. manque_d_espace. manque_de_la_place. lack_of_space. missing_space.'

/** Praise, negations and "but": the words next to them may describe what is right, so nothing is guessed. */
const turns =
  'not t cannot doesnt isnt wasnt wont never no none without nor neither but though although however except pas jamais rien aucun aucune sans ni mais sauf cependant pourtant perfect perfectly good fine great nice excellent ok okay parfait parfaite parfaits parfaites parfaitement bon bonne bons bonnes bien nickel impeccable correct correcte superbe grain morceau bout piece_of'

const listed = (words: string) => words.split(' ').map(word => ` ${word.replaceAll('_', ' ').replace('.', ' ')}`)
const each = (words: WordsOf) =>
  Object.entries(words).map(([kind, these]) => [kind as ProblemKind, listed(these)] as const)
const [said, lacking, misleading] = [each(beginnings), each(lacks), listed(elsewhere)]
const turning = listed(turns).map(word => `${word} `)

const remakes = listed(
  'a_refaire. refaire_svp. a_refabriquer. merci_de_refaire. merci_de_la_refaire. merci_de_le_refaire. refection. remake. remade. redo. redone. make_it_again. made_again.',
)
const adjustments = listed(
  'a_retoucher. a_reprendre. a_ajuster. merci_de_retoucher. merci_de_reprendre. please_adjust. to_be_adjusted. needs_adjusting. needs_adjustment.',
)
const doubts = listed('not. no. t. pas. sans. without. si. if.')

/** Lower case without accents, one space before, between and after the words. */
const plain = (words: string) =>
  ` ${words
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean)
    .join(' ')} `

const without = (text: string, words: readonly string[]) =>
  words.reduce((rest, word) => rest.replaceAll(word, ' '), text)

const isIn = (text: string) => (word: string) => text.includes(word)

/** The kind of problem that the description names; undefined when it names two kinds, no known one, or praises something. */
export function kindSaidBy(description: string): ProblemKind | undefined {
  const all = plain(description)
  const text = without(
    without(
      all,
      lacking.flatMap(([, words]) => words),
    ),
    misleading,
  )
  if (turning.some(isIn(text))) return undefined
  const kinds = new Set([
    ...lacking.filter(([, words]) => words.some(isIn(all))).map(([kind]) => kind),
    ...said.filter(([, words]) => words.some(isIn(text))).map(([kind]) => kind),
  ])
  const [only] = kinds
  return kinds.size === 1 ? only : undefined
}

/** What the description asks the laboratory to do; undefined for a question, a doubt, or two different wishes. */
export function wishSaidBy(description: string): Exclude<Wish, 'note'> | undefined {
  const text = plain(description)
  if (description.includes('?') || doubts.some(isIn(text))) return undefined
  const [again, adjusted] = [remakes, adjustments].map(words => words.some(isIn(text)))
  if (again === adjusted) return undefined
  return again ? 'remake' : 'adjust'
}
