import type { PaletteText } from './en.ts'

export const fr: PaletteText = {
  title: 'Accès rapide',
  results: 'Résultats',
  found: count => (count === 0 ? 'Aucun résultat' : count === 1 ? '1 résultat' : `${count} résultats`),
  none: words => `Rien ne correspond à « ${words} ».`,
  shortcuts: {
    title: 'Raccourcis clavier',
    groups: { anywhere: 'Partout', palette: 'Dans l’accès rapide' },
    palette: 'Ouvrir ou fermer l’accès rapide',
    sidebar: 'Réduire ou déplier le menu',
    walk: 'Parcourir les résultats',
    ends: 'Premier ou dernier résultat',
    choose: 'Ouvrir le résultat',
    newTab: 'Ouvrir le résultat dans un nouvel onglet',
    close: 'Fermer',
    off: 'désactivé',
  },
  keys: { ctrl: 'Ctrl', shift: 'Maj', enter: 'Entrée', leave: 'Échap', home: 'Début', end: 'Fin' },
}
