import type { LabelSize } from '../input.ts'

const cases = (count: number) => (count === 1 ? '1 case' : `${count} cases`)

const minutesOf = (minutes: number) => `${minutes.toLocaleString('en-GB')} min`

export const en = {
  title: 'Shipping',
  description: (until: string) => `What is to leave for ${until} and before`,
  until: 'Due until',
  filters: 'Which cases',
  failed: 'What is to leave could not be loaded',
  outdated: 'This list may be out of date',
  nothing: { title: 'Nothing is to leave', description: 'Cases in production appear here when their day comes near.' },
  columns: { case: 'Case', practice: 'Practice', delivery: 'Delivery', state: 'State', actions: 'Change' },
  choose: (code: string) => `Choose ${code}`,
  chooseAll: 'Choose all that are to leave',
  chosen: (count: number) => `${cases(count)} chosen`,
  late: 'late',
  toLeave: 'To leave',
  left: 'Left',
  ownDriver: 'our driver',
  ship: 'Shipped',
  shipOne: (code: string) => `Shipped: ${code}`,
  shipWith: 'With a carrier…',
  shipMenu: (code: string) => `More for ${code}`,
  shipped: (count: number) => (count === 1 ? '1 case has left' : `${count} cases have left`),
  notShipped: 'Nothing was changed',
  leftBehind: (codes: string) => `Not in production, so left as they are: ${codes}`,
  labels: 'Labels',
  label: 'Bag label',
  sizes: { '62mm': 'Roll, 62 mm', a6: 'Sheet, A6' } satisfies Record<LabelSize, string>,
  labelsFailed: 'The labels could not be made',
  fileName: 'labels.pdf',
  form: {
    title: (count: number) => (count === 1 ? 'Send with a carrier' : `Send ${count} cases with a carrier`),
    carrier: 'Carrier',
    carrierHint: 'Colissimo, Chronopost, a courier.',
    number: 'Tracking number',
    url: 'Address where it is followed',
    urlHint: 'Beginning with https://',
    optional: '(optional)',
    submit: 'Note that it has left',
    failed: 'Nothing was changed',
    required: 'Say who carries it.',
    tooLong: 'Shorten this.',
    address: 'Give an address that begins with https://, or leave it empty.',
  },
  station: {
    title: 'Where this device stands',
    description:
      'With a place, each scan checks its case in there, and out when it is scanned there again: so the figures know how long each work takes. Nobody is named.',
    name: 'Place (optional)',
    hint: 'Such as Milling, Ceramics or Finishing. Empty: a scan only opens the case.',
    isHere: (code: string, station: string) => `${code} is now at: ${station}`,
    isDone: (code: string, station: string, minutes: number | null) =>
      minutes === null ? `${code} has left: ${station}` : `${code} has left: ${station}, after ${minutesOf(minutes)}`,
    before: (code: string) => `${code} is there no more.`,
  },
  scan: {
    title: 'Scan',
    description: 'The label of a bag, by camera or reader, or its number typed.',
    code: 'Number on the label',
    missing: 'Scan a label, or type its number.',
    open: 'Find',
    camera: 'Use the camera',
    stopCamera: 'Stop the camera',
    preview: 'Camera',
    noCamera: 'The camera could not be used. Type the number.',
    unknown: (code: string) => `No case has the number ${code}.`,
    failed: 'The case could not be found',
    delivery: (day: string) => `Delivery: ${day}`,
    run: 'Show the delivery run of that day',
  },
}

export type ShippingText = typeof en
