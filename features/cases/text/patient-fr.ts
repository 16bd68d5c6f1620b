import type { PatientText } from './patient-en.ts'

const counted = (count: number) => `${count} ${count < 2 ? 'travail' : 'travaux'}`

export const fr: PatientText = {
  title: code => `Patient ${code}`,
  order: 'Nouveau travail pour ce patient',
  cases: 'Travaux',
  casesFound: counted,
  columns: { code: 'Numéro', work: 'Travail', status: 'Statut', delivery: 'Livraison', registered: 'Enregistré le' },
  shades: 'Teintes déjà utilisées',
  noShades: 'Aucun travail de ce patient ne nomme de teinte.',
  shadeColumns: { shade: 'Teinte', teeth: 'Dents', work: 'Travail', case: 'Numéro' },
  outdated: 'Cette page n’est peut-être pas à jour.',
}
