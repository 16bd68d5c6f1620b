import { describe, expect, it } from 'vitest'
import { matching } from './matching.ts'

const entries = [
  { label: 'Tableau de bord', words: 'accueil journée' },
  { label: 'Collectes', words: 'ramassages coursier' },
  { label: 'Passer commande', words: 'nouveau cas' },
  { label: 'Déclarer une absence', words: 'congés vacances' },
  { label: 'Demander des fournitures', words: 'commander des boîtes' },
  { label: 'Appeler l’Atelier Émail', words: 'aide' },
]
const found = (typed: string) => matching(entries, typed).map(({ label }) => label)

describe('quick access', () => {
  it('shows everything, in its order, until something is typed', () => {
    expect(found('')).toEqual(entries.map(({ label }) => label))
    expect(found('  ')).toHaveLength(entries.length)
  })
  it.each([
    ['declarer', 'Déclarer une absence'],
    ['DÉCLARER', 'Déclarer une absence'],
    ['absence déclarer', 'Déclarer une absence'],
    ['abs decl', 'Déclarer une absence'],
    ['email', 'Appeler l’Atelier Émail'],
    ['atelier appel', 'Appeler l’Atelier Émail'],
    ['bord', 'Tableau de bord'],
  ])('finds by %j, whatever the accents, capitals and order: %s', (typed, label) => {
    expect(found(typed)).toEqual([label])
  })
  it('finds by other words for the same thing, and by both mixed', () => {
    expect(found('conges')).toEqual(['Déclarer une absence'])
    expect(found('coursier collecte')).toEqual(['Collectes'])
  })
  it('puts what is called so before what other words lead to', () => {
    expect(found('command')).toEqual(['Passer commande', 'Demander des fournitures'])
    expect(matching([...entries].reverse(), 'command').map(({ label }) => label)).toEqual([
      'Passer commande',
      'Demander des fournitures',
    ])
  })
  it('finds nothing that one of the words does not lead to', () => {
    expect(found('absence coursier')).toEqual([])
    expect(found('ollecte')).toEqual([])
  })
})
