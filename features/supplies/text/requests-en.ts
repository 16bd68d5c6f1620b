export const en = {
  title: 'Supplies requested',
  description: 'What your practice has requested, and what has become of it.',
  breadcrumb: 'Where you are',
  rides: 'Collections',
  request: 'Request supplies',
  columns: { when: 'Requested', what: 'Supplies', status: 'Status', actions: 'Actions' },
  again: 'Request again',
  againOf: (day: string) => `Request what was requested on ${day} again`,
  cancel: {
    act: 'Cancel',
    actOn: (day: string) => `Cancel the request of ${day}`,
    title: (day: string) => `Cancel the request of ${day}?`,
    description: (what: string) => `Nothing of it will come: ${what}.`,
    keep: 'Keep the request',
    done: 'Request cancelled',
    failed: 'The request is not cancelled',
  },
  refusals: { supplies_prepared: 'The laboratory has already prepared it. Call them if it is not to come.' },
  found: (count: number) => (count === 1 ? '1 request' : `${count} requests`),
  outdated: 'This list may not be up to date.',
}

export type RequestsText = typeof en
