import type { ColleagueRole } from '#features/colleagues/rules.ts'
import type { Sector } from '#features/prescription/contract.ts'
import { countries } from '#kit/countries.ts'
import { addDays, type Day, isDay } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import { centsOf } from '#kit/typed-amount.ts'
import { printTypeWords, roleWords, statusWords } from '../listed.ts'
import type { FaultCode, ImportedStatus } from '../rules.ts'

/** A cell's value, or why it is not understood. */
export type Said<T> = { value: T } | { fault: FaultCode }

const plain = (cell: string) =>
  cell
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim()

const spelled = ({ fr, en }: Record<Language, readonly string[]>) => [...fr, ...en].map(plain)

const words = <T>(meanings: ReadonlyMap<T, readonly string[]>, fault: FaultCode) => {
  const known = new Map([...meanings].flatMap(([value, said]) => said.map((word): [string, T] => [word, value])))
  return (cell: string): Said<T> => {
    const value = known.get(plain(cell))
    return value === undefined ? { fault } : { value }
  }
}

const none = [
  '',
  '0',
  '-',
  'non',
  'no',
  'aucun',
  'aucune',
  'rien',
  'none',
  'pas demande',
  'pas demandee',
  'pas demandees',
]
const optional = ['facultatif', 'facultative', 'optionnel', 'optionnelle', 'si souhaite', 'optional']
const required = ['1', 'x', 'oui', 'yes', 'obligatoire', 'obligatoires', 'requis', 'requise', 'required']
type Need = 'none' | 'optional' | 'required'

export const needIn = words<Need>(
  new Map<Need, readonly string[]>([
    ['none', none],
    ['optional', optional],
    ['required', required],
  ]),
  'not_listed',
)
export const toothNeedIn = words<Need | 'run'>(
  new Map<Need | 'run', readonly string[]>([
    ['none', none],
    ['optional', optional],
    ['required', required],
    ['run', ['suite', 'bridge', 'run', 'plage']],
  ]),
  'not_listed',
)
export const vatIn = words<'exempt' | 'standard'>(
  new Map<'exempt' | 'standard', readonly string[]>([
    ['exempt', ['0', '0 %', '0%', '0,0', 'non', 'exonere', 'exoneree', 'exonere de tva', 'exempt', 'none']],
    [
      'standard',
      ['20', '20 %', '20%', '20,0', '20,00', '20.00', '0.2', 'oui', 'normal', 'normale', 'taux normal', 'standard'],
    ],
  ]),
  'not_listed',
)
export const yesOrNoIn = words(
  new Map([
    [true, ['1', 'x', 'oui', 'o', 'yes', 'y', 'vrai', 'true']],
    [false, ['', '0', '-', 'non', 'n', 'no', 'faux', 'false']],
  ]),
  'not_yes_or_no',
)
const roleSaidIn = words<ColleagueRole>(
  new Map<ColleagueRole, readonly string[]>([
    ['manager', [...spelled(roleWords.manager), 'gerante']],
    [
      'doctor',
      [
        ...spelled(roleWords.doctor),
        ...['praticienne', 'chirurgien dentiste', 'chirurgienne-dentiste', 'chirurgienne dentiste', 'docteur', 'dr'],
        ...['collaboratrice', 'dental surgeon'],
      ],
    ],
    [
      'practiceDoctor',
      [
        ...spelled(roleWords.practiceDoctor),
        ...['praticien, sans absences ni factures', 'praticienne sans factures'],
        'doctor, without absences and invoices',
      ],
    ],
  ]),
  'not_listed',
)
/** In either language and gender, whatever the other words. */
const notPrescribing =
  /\b(assistante?s?|aides?|secretaires?|secretariat|receptionn?istes?|reception|accueil|standardiste|comptables?|comptabilite|hygieniste|receptionists?|front desk|secretar(?:y|ies)|accountants?|accounting|bookkeepers?|dental nurses?|hygienists?)\b/
/** Doctors are offered as prescribers and managers see everything, so anybody else gets neither role. */
export function roleIn(cell: string): Said<ColleagueRole> {
  const said = roleSaidIn(cell)
  return 'fault' in said && notPrescribing.test(plain(cell)) ? { fault: 'does_not_prescribe' } : said
}
export const languageIn = words(
  new Map<Language, readonly string[]>([
    ['fr', ['fr', 'fra', 'francais', 'french']],
    ['en', ['en', 'eng', 'anglais', 'english']],
  ]),
  'not_listed',
)
const nameIn = (language: Language) => new Intl.DisplayNames(language, { type: 'region' })
export const countryIn = words(
  new Map(
    countries.map((code): [string, string[]] => [
      code,
      [code, ...(['fr', 'en'] as const).map(language => nameIn(language).of(code) ?? code)].map(plain),
    ]),
  ),
  'not_listed',
)

/** Matched in full or by their beginning: "lu", "lun", "lundi". */
const days = [
  ['lundis', 'mondays'],
  ['mardis', 'tuesdays'],
  ['mercredis', 'wednesdays'],
  ['jeudis', 'thursdays'],
  ['vendredis', 'fridays'],
  ['samedis', 'saturdays'],
  ['dimanches', 'sundays'],
]
const dayOf = (word: string) =>
  word.length > 1 ? days.findIndex(names => names.some(name => name.startsWith(word))) + 1 : Number(word)

/** Parses "lun mar jeu", "lundi, mardi et jeudi", "lundi-vendredi", "du lundi au vendredi", "1,2,4". */
export function daysIn(cell: string): Said<number[]> {
  const said = plain(cell)
    .replace(/\b(du|et|from|and)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ?(?:[-–]|\b(?:a|au|to)\b) ?/g, '-')
  const found = new Set<number>()
  for (const part of said.split(/[\s,;/&+.]+/).filter(Boolean)) {
    const [first = 0, last = first, ...more] = part.split('-').map(dayOf)
    if (more.length > 0 || !(first > 0 && first <= last && last < 8)) return { fault: 'not_days' }
    for (let day = first; day <= last; day += 1) found.add(day)
  }
  return { value: [...found] }
}

/** Parses "30/11/2026", "30.11.26", "2026-11-30", and Excel's serial numbers of days. */
export function dayIn(cell: string): Said<Day> {
  // A time after the day is ignored.
  const [said = ''] = cell.trim().replace('T', ' ').split(' ')
  if (/^[3-6]\d{4}(\.\d+)?$/.test(said)) return { value: addDays('1899-12-30', Math.floor(Number(said))) }
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(said) ?? []
  const written = day
    ? `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    : said
  return isDay(written) && written > '2000' && written < '2100' ? { value: written } : { fault: 'not_a_day' }
}

/** Statuses of imported cases; those on hold or already delivered are entered later, by hand. */
export const statusIn = words(
  new Map<ImportedStatus, readonly string[]>([
    ['registered', [...spelled(statusWords.registered), 'enregistree', 'recue']],
    ['in_preparation', [...spelled(statusWords.in_preparation), 'acceptee']],
    ['in_production', spelled(statusWords.in_production)],
  ]),
  'not_listed',
)
export const printTypeIn = words(
  new Map([
    ['optical', spelled(printTypeWords.optical)],
    ['physical', spelled(printTypeWords.physical)],
  ] as const),
  'not_listed',
)
export const sectorIn = words(
  new Map<Sector, readonly string[]>([
    ['upper', ['haut', 'haute', 'superieur', 'superieure', 'maxillaire', 'sup', 'upper']],
    ['lower', ['bas', 'basse', 'inferieur', 'inferieure', 'mandibule', 'mandibulaire', 'inf', 'lower']],
    ['both', ['haut et bas', 'les deux', 'both', 'upper and lower']],
    ['archs', ['arcades completes', 'full arches']],
  ]),
  'not_listed',
)

export function wholeIn(cell: string): Said<number> {
  return /^\d{1,6}$/.test(cell) ? { value: Number(cell) } : { fault: 'not_a_number' }
}

/** Parses "4", "4 jours", "4 j ouvrés", "4 working days". Lead times count working days, so calendar days are not accepted. */
export function workingDaysIn(cell: string): Said<number> {
  const [, days] =
    /^(\d{1,6})(?: ?(?:jours?|jrs?|j|days?|d)\.?(?: ouvr(?:e|able)s?)?| (?:working|business) days?)?$/.exec(
      plain(cell),
    ) ?? []
  return days ? { value: Number(days) } : { fault: 'not_a_number' }
}

/** An empty cell means no price yet. */
export function centsIn(cell: string): Said<number | null> {
  if (cell === '') return { value: null }
  const value = centsOf(cell)
  return value === undefined ? { fault: 'not_an_amount' } : { value }
}
