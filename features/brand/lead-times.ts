import type { Language } from '#kit/language.ts'

/** The section of the delivery times that says what the catalogue says. */
const leadTimesId = 'lead-times'
export const isLeads = ({ id }: { id?: string | number | undefined }) => id === leadTimesId

export type Lead = { label: Record<Language, string>; family: Record<Language, string>; leadDays: number }

/** More products than a practice reads through: a row for each family then. */
const mostProducts = 40

const days: Record<Language, (count: number) => string> = {
  fr: count => `${count} ${count < 2 ? 'jour' : 'jours'}`,
  en: count => `${count} ${count === 1 ? 'day' : 'days'}`,
}
const span: Record<Language, (from: number, to: string) => string> = {
  fr: (from, to) => `${from} à ${to}`,
  en: (from, to) => `${from} to ${to}`,
}

const words: Record<Language, { name: string; description: string; headers: string[] }> = {
  fr: {
    name: 'Délais de fabrication',
    description: 'Jours ouvrés au laboratoire, à réception de l’empreinte et de tous les éléments.',
    headers: ['Travail', 'Empreinte optique', 'Empreinte physique'],
  },
  en: {
    name: 'Lead times',
    description: 'Working days in the laboratory, once the impression and all parts are there.',
    headers: ['Work', 'Optical impression', 'Physical impression'],
  },
}

/** What practices read of the catalogue's lead times; `leads` in the order of the catalogue. */
export const leadSection = (leads: readonly Lead[], transportDays: number, language: Language) => ({
  id: leadTimesId,
  ...words[language],
  rows: leadRows(leads, transportDays, language),
})

function leadRows(leads: readonly Lead[], transportDays: number, language: Language): string[][] {
  if (leads.length <= mostProducts)
    return leads.map(({ label, leadDays }) => [
      label[language],
      days[language](leadDays),
      days[language](leadDays + transportDays),
    ])
  return [...Map.groupBy(leads, ({ family }) => family[language])].map(([family, ofFamily]) => {
    const all = ofFamily.map(({ leadDays }) => leadDays)
    const [least, most] = [Math.min(...all), Math.max(...all)]
    const said = (more: number) =>
      least === most ? days[language](most + more) : span[language](least + more, days[language](most + more))
    return [family, said(0), said(transportDays)]
  })
}

type Table = { id?: string | number | undefined; rows: readonly (readonly string[])[] }

/** Whether the section of lead times says what the catalogue says; undefined where there is none. */
export function saysCatalogue({ sections }: { sections: readonly Table[] }, { rows }: Table): boolean | undefined {
  const there = sections.find(isLeads)
  return there && JSON.stringify(there.rows) === JSON.stringify(rows)
}
