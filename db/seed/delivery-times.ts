import { leadSection } from '#features/brand/lead-times.ts'
import type { Language } from '#kit/language.ts'
import { catalogueOf } from './catalogue.ts'
import { families } from './product.ts'

/** Until when pickups are asked for: days before, and the time of the laboratory's clock. */
export type CutOffSeed = Record<'am' | 'pm', { days: number; time: string }>

export const cutOffColumns = ({ am, pm }: CutOffSeed) => ({
  pickup_am_cutoff_days: am.days,
  pickup_am_cutoff: am.time,
  pickup_pm_cutoff_days: pm.days,
  pickup_pm_cutoff: pm.time,
})

/** Where a driver goes on each working day, in the morning and in the afternoon. */
type Round = { area: Record<Language, string>; am: [from: string, to: string]; pm: [from: string, to: string] }

const timeIn: Record<Language, (time: string) => string> = {
  fr: time => `${Number(time.slice(0, 2))} h${time.endsWith(':00') ? '' : ` ${time.slice(3)}`}`,
  en: time => time.replace(/^0/, ''),
}
const spanIn = (language: Language, [from, to]: [string, string]) =>
  `${timeIn[language](from)} – ${timeIn[language](to)}`

/** A list tells what pickups are taken by: the days on which the laboratory works, and its cut-offs. */
function roundRows(language: Language, rounds: readonly Round[], { am, pm }: CutOffSeed): string[][] {
  const before = `${timeIn[language](am.time)} / ${timeIn[language](pm.time)}`
  return rounds.map(round => [round.area[language], spanIn(language, round.am), spanIn(language, round.pm), before])
}

const emailRounds: readonly Round[] = [
  { area: { fr: 'Paris 1er à 11e', en: 'Paris 1 to 11' }, am: ['08:30', '12:00'], pm: ['14:00', '18:00'] },
  { area: { fr: 'Paris 12e à 20e', en: 'Paris 12 to 20' }, am: ['09:00', '12:30'], pm: ['14:30', '18:30'] },
  { area: { fr: 'Hauts-de-Seine', en: 'Hauts-de-Seine' }, am: ['09:00', '13:00'], pm: ['15:00', '18:30'] },
  { area: { fr: 'Seine-Saint-Denis', en: 'Seine-Saint-Denis' }, am: ['09:30', '13:00'], pm: ['14:30', '18:00'] },
]
/** As the catalogue has it; a physical impression travels for a day. */
const leadTimesOf = (language: Language, laboratoryKey: string) =>
  leadSection(
    families.flatMap(({ id, ...family }) =>
      [...catalogueOf(laboratoryKey).values()]
        .filter(product => product.family === id)
        .map(({ label, leadDays }) => ({ label, family, leadDays })),
    ),
    1,
    language,
  )

export const emailDeliveryTimes = (cutOffs: CutOffSeed) => ({
  version: 1,
  defaultLanguage: 'fr',
  content: {
    fr: {
      title: 'Délais et tournées',
      sections: [
        {
          id: 'rounds',
          name: 'Tournées en Île-de-France',
          description: 'Du lundi au vendredi, sauf jours fériés. Demandez avant l’heure limite de chaque tournée.',
          headers: ['Secteur', 'Tournée du matin', 'Tournée de l’après-midi', 'Demande avant'],
          rows: roundRows('fr', emailRounds, cutOffs),
        },
        leadTimesOf('fr', 'email'),
      ],
    },
    en: {
      title: 'Lead times and delivery rounds',
      sections: [
        {
          id: 'rounds',
          name: 'Rounds in Paris and around',
          description: 'Monday to Friday, except public holidays. Ask before the cut-off of each round.',
          headers: ['Area', 'Morning round', 'Afternoon round', 'Ask before'],
          rows: roundRows('en', emailRounds, cutOffs),
        },
        leadTimesOf('en', 'email'),
      ],
    },
  },
})

const ivoireRounds: readonly Round[] = [
  { area: { fr: 'Nice, Saint-Laurent', en: 'Nice, Saint-Laurent' }, am: ['09:00', '12:00'], pm: ['13:30', '16:30'] },
  { area: { fr: 'Antibes, Cannes', en: 'Antibes, Cannes' }, am: ['09:30', '12:30'], pm: ['14:00', '17:30'] },
  { area: { fr: 'Menton, Monaco', en: 'Menton, Monaco' }, am: ['09:30', '12:30'], pm: ['14:30', '17:00'] },
]

export const ivoireDeliveryTimes = (cutOffs: CutOffSeed) => ({
  version: 1,
  defaultLanguage: 'en',
  content: {
    fr: {
      title: 'Livraisons sur la Côte d’Azur',
      sections: [
        {
          id: 'rounds',
          name: 'Tournées, du lundi au vendredi',
          headers: ['Secteur', 'Matin', 'Après-midi', 'Demande avant'],
          rows: roundRows('fr', ivoireRounds, cutOffs),
        },
      ],
    },
    en: {
      title: 'Deliveries on the Riviera',
      sections: [
        {
          id: 'rounds',
          name: 'Rounds, Monday to Friday',
          headers: ['Area', 'Morning', 'Afternoon', 'Ask before'],
          rows: roundRows('en', ivoireRounds, cutOffs),
        },
      ],
    },
  },
})

/** Of a laboratory that begins: its cut-offs and the usual lead times. Where its drivers go it knows itself. */
export const startingDeliveryTimes = (defaultLanguage: Language, { am, pm }: CutOffSeed) => ({
  version: 1,
  defaultLanguage,
  content: {
    fr: {
      title: 'Délais et tournées',
      sections: [
        {
          id: 'rounds',
          name: 'Tournées',
          description: 'Du lundi au vendredi, sauf jours fériés. Demandez avant l’heure limite de chaque tournée.',
          headers: ['Tournée', 'Demande avant'],
          rows: [
            ['Matin', timeIn.fr(am.time)],
            ['Après-midi', timeIn.fr(pm.time)],
          ],
        },
        leadTimesOf('fr', 'starting'),
      ],
    },
    en: {
      title: 'Lead times and delivery rounds',
      sections: [
        {
          id: 'rounds',
          name: 'Rounds',
          description: 'Monday to Friday, except public holidays. Ask before the cut-off of each round.',
          headers: ['Round', 'Ask before'],
          rows: [
            ['Morning', timeIn.en(am.time)],
            ['Afternoon', timeIn.en(pm.time)],
          ],
        },
        leadTimesOf('en', 'starting'),
      ],
    },
  },
})

/** A row has fewer cells than its section has headers: the portal must say that it is wrongly configured. */
export const brokenDeliveryTimes = {
  version: 1,
  defaultLanguage: 'fr',
  content: {
    fr: {
      title: 'Délais',
      sections: [{ headers: ['Travail', 'Délai'], rows: [['Couronne zircone', '5 jours'], ['Bridge']] }],
    },
  },
}
