const number = (count: number) => count.toLocaleString('en-GB')

export const en = {
  title: 'Capacity',
  description: 'How many elements can leave in a day: teeth of what is made tooth by tooth, pieces of everything else.',
  blank: 'An empty field: no limit. 0: nothing leaves.',
  failed: 'The capacity could not be loaded',
  count: 'New promises look for a day with room',
  countHint:
    'Practices are shown the day found, and for how many days the laboratory is full before it: no number, no other day. What is promised stays; you may promise a full day yourself, and a remake does not wait.',
  week: 'Elements for each weekday',
  cell: (family: string, day: string) => `${family}, ${day}`,
  effect: {
    title: 'What this changes, before you save',
    loading: 'Working out what this changes…',
    failed: 'What this changes could not be worked out',
    moved: (family: string, now: string, then: string) =>
      `From now on the promise for ${family} moves from ${now} to ${then}.`,
    none: (family: string) => `From now on no day can be promised for ${family} any more.`,
    again: (family: string, then: string) => `From now on a day can be promised for ${family} again: ${then}.`,
    same: 'The promise changes for no family.',
    stays: 'What is promised stays where it is, and is within these numbers.',
    over: (days: number, first: string) =>
      days === 1
        ? `What is promised stays where it is: on ${first} it is more than these numbers.`
        : `What is promised stays where it is: on ${days} days, from ${first}, it is more than these numbers.`,
    reckoned:
      'For one element ordered now, at the shortest lead time of its family, without the rounds and absences of each practice.',
  },
  all: 'All families together',
  wrong: 'A whole number from 0 to 9999, or nothing.',
  submit: 'Save the capacity',
  saved: 'Capacity saved',
  notSaved: 'The capacity is not saved',
  days: {
    title: 'Days that are not as their weekday',
    none: 'None to come.',
    add: 'Another capacity on some days…',
    line: (day: string, family: string) => `${day}: ${family}`,
    elements: (count: number) => (count === 1 ? '1 element' : `${number(count)} elements`),
    remove: (day: string, family: string) => `As the weekday again: ${day}, ${family}`,
    removed: (day: string) => `As its weekday again: ${day}`,
    notRemoved: 'This day is still another one',
  },
  form: {
    title: 'Another capacity on some days',
    description: 'Somebody is away, or stays longer. What is promised stays.',
    family: 'Family',
    from: 'First day',
    to: 'Last day',
    optional: '(optional)',
    toHint: 'DD/MM/YYYY; empty for one day',
    format: 'Day, month, year: DD/MM/YYYY',
    pick: 'Choose the day in the calendar',
    elements: 'Elements in a day',
    elementsHint: '0 where nothing leaves',
    number: 'A whole number from 0 to 9999.',
    notADay: 'Give a day like 24/12/2026.',
    before: 'The last day comes before the first.',
    past: 'This day is over. Give today or a later day.',
    tooFar: 'Give a day within the next 18 months.',
    tooMany: 'At most 2,000 such days, all families together. Make some as their weekday again first.',
    tooLong: 'Three months at most at a time.',
    required: 'Fill in this field.',
    submit: 'Save these days',
    saved: 'Days saved',
  },
  ahead: {
    title: 'Promised for the next four weeks',
    day: 'Day',
    number,
    of: (elements: number, most: number) => `${number(elements)} of ${number(most)}`,
    over: (elements: number, most: number) => `${number(elements)} of ${number(most)}, too many`,
    full: (elements: number, most: number) => `${number(elements)} of ${number(most)}, full`,
    none: 'What is promised each day, in elements, to choose a limit by: none is given yet.',
  },
}
export type StaffCapacityText = typeof en
