import type { Cause, Listing } from '../rules.ts'

const cases = (count: number) => `${count.toLocaleString('en-GB')} case${count === 1 ? '' : 's'}`

export const en = {
  title: 'Figures',
  description: (days: string) => `${days}, counted just now. Each number leads to the cases it counts.`,
  toolbar: 'Choose the period',
  presets: { usual: '90 days', month: 'This month', before: 'Last month', year: '12 months' },
  period: 'Period',
  from: 'From',
  to: 'To',
  since: (day: string) => `Since ${day}`,
  until: (day: string) => `Until ${day}`,
  apply: 'Apply',
  anyDate: 'Last 90 days',
  orderWrong: 'The end has to come after the beginning.',
  clamped: 'A year at most is counted at once: its last one is shown.',
  export: 'Export (CSV)',
  exportFailed: 'The figures could not be exported',
  exportName: (from: string, to: string) => `figures-${from}-${to}.csv`,
  failed: 'The figures could not be loaded',
  outdated: 'These figures may be out of date',
  nothing: 'Nothing was delivered in this period.',
  noneLate: 'Nothing came late in this period.',
  noneAsked: 'No practice has written in this period.',
  shortened: (most: number) => `The ${most} with most cases; the export has all of them.`,
  cases,
  columns: {
    month: 'Month',
    practice: 'Practice',
    technician: 'Technician',
    product: 'Product',
    delivered: 'Delivered',
    onTime: 'On time',
    late: 'Late',
    remade: 'Remade',
    cause: 'Cause',
    daysLate: 'Days late, on average',
    within: 'Answered within',
    messages: 'Messages',
    day: 'Day',
    load: 'Cases',
  },
  onTime: {
    title: 'On time',
    defined:
      'Delivered on or before the promised day, of the cases delivered in the period that had one; the first promise counts, or the day to which the practice’s own absence moved it.',
    said: (onTime: number, promised: number) =>
      `${onTime.toLocaleString('en-GB')} of ${cases(promised)} with a promised day`,
    undated: (count: number) => `${cases(count)} delivered without a promised day`,
  },
  delays: {
    title: 'Why cases came late',
    defined:
      'Of the cases that came late, the first that fits: left on the promised day or before; waited on hold; the laboratory set a later day; nothing of the kind is noted.',
    causes: {
      transport: 'Left in time, arrived later',
      hold: 'Waited for an answer or for parts',
      moved: 'Put off by the laboratory',
      none: 'No cause noted',
    } satisfies Record<Cause, string>,
  },
  remakes: {
    title: 'Remakes',
    defined:
      'Of the cases delivered in the period, those of which a remake has been ordered since and not cancelled: the latest weeks may still grow.',
    said: (remade: number, delivered: number) => `${remade.toLocaleString('en-GB')} of ${cases(delivered)}`,
  },
  practices: { title: 'By practice', defined: 'The same two rates, of the cases of each practice.' },
  technicians: {
    title: 'By technician',
    defined: 'The same two rates, of the cases of whoever is noted as working on them.',
    nobody: 'Nobody noted',
  },
  products: {
    title: 'Remakes by product',
    defined:
      'Of the cases delivered with this product, those that were remade; a case counts once for each of its products.',
  },
  answers: {
    title: 'Answers to practices',
    defined:
      'From a practice’s message of the period to the laboratory’s next one about the case, by the clock; of several in a row the first counts.',
    median: (time: string) => `Half of the answers came within ${time}`,
    said: (answered: number, asked: number) =>
      `${answered} of ${asked} message${asked === 1 ? '' : 's'} answered so far`,
    hours: (hours: number) => (hours === 1 ? '1 hour' : hours === 72 ? '3 days' : `${hours} hours`),
  },
  stations: {
    title: 'Time at each place',
    defined:
      'From the scan of a label at a place to the next one of that case or at that place, in the period; half of the cases took no longer. More than 10 hours are not counted.',
    nothing: 'No label was scanned at a place in this period. On “Scan” a device says where it stands.',
    several: 'Several products',
    place: 'Place',
    minutes: 'Minutes',
    each: 'For each element',
  },
  ahead: {
    title: 'Load ahead',
    defined:
      'Cases still at the laboratory, by the day they are promised for, over the next four weeks; now, whatever the period.',
    late: (count: number) => `${cases(count)} late`,
    undated: (count: number) => `${cases(count)} without a promised day`,
    nothing: 'Nothing is promised for the next four weeks.',
  },
  time: {
    minutes: (count: number) => `${count} minute${count === 1 ? '' : 's'}`,
    hours: (count: string) => `${count} hours`,
    days: (count: string) => `${count} days`,
  },
  list: {
    titles: {
      delivered: 'Cases delivered',
      on_time: 'Cases delivered on time',
      late: 'Cases delivered late',
      remade: 'Cases remade since',
    } satisfies Record<Listing, string>,
    back: 'Figures',
    failed: 'The cases could not be loaded',
    nothing: 'No case is counted here',
    columns: {
      case: 'Case',
      technician: 'Technician',
      promised: 'Promised',
      delivered: 'Delivered',
      note: 'Note',
    },
    remade: (code: string) => `remade as ${code}`,
  },
}

export type StaffFiguresText = typeof en
