import { addDays, type Day } from '#kit/day.ts'

export type Holiday = { day: Day; fr: string; en: string }

/** The eleven of the Code du travail, art. L3133-1; a laboratory in Alsace-Moselle adds its own. */
export function frenchHolidays(year: number): Holiday[] {
  const easter = easterOf(year)
  return (
    [
      { day: `${year}-01-01`, fr: 'Jour de l’an', en: 'New Year’s Day' },
      { day: addDays(easter, 1), fr: 'Lundi de Pâques', en: 'Easter Monday' },
      { day: `${year}-05-01`, fr: 'Fête du Travail', en: 'Labour Day' },
      { day: `${year}-05-08`, fr: 'Victoire de 1945', en: 'Victory Day' },
      { day: addDays(easter, 39), fr: 'Ascension', en: 'Ascension Day' },
      { day: addDays(easter, 50), fr: 'Lundi de Pentecôte', en: 'Whit Monday' },
      { day: `${year}-07-14`, fr: 'Fête nationale', en: 'Bastille Day' },
      { day: `${year}-08-15`, fr: 'Assomption', en: 'Assumption Day' },
      { day: `${year}-11-01`, fr: 'Toussaint', en: 'All Saints’ Day' },
      { day: `${year}-11-11`, fr: 'Armistice de 1918', en: 'Armistice Day' },
      { day: `${year}-12-25`, fr: 'Noël', en: 'Christmas Day' },
    ]
      // Ascension can fall on 1 or 8 May: a single holiday then.
      .filter(({ day }, index, all) => all.findIndex(other => other.day === day) === index)
  )
}

/** Gregorian calendar, algorithm of Meeus, Jones and Butcher. */
export function easterOf(year: number): Day {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const inCentury = year % 100
  const leapless = Math.floor((8 * century + 13) / 25)
  const epact = (19 * golden + century - Math.floor(century / 4) - leapless + 15) % 30
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451)
  const days = epact + toSunday - 7 * late + 114
  const month = Math.floor(days / 31)
  return `${year}-${String(month).padStart(2, '0')}-${String((days % 31) + 1).padStart(2, '0')}`
}
