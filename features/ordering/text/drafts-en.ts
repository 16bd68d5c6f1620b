const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export const en = {
  title: 'Drafts',
  description: 'Requests that you have begun and not sent. Only you see them.',
  breadcrumb: 'Where you are',
  cases: 'Cases',
  order: 'Place an order',
  columns: { patient: 'Patient', work: 'Work', saved: 'Saved', actions: 'Actions' },
  noPatient: 'No patient yet',
  noWork: 'No work yet',
  saved: (day: string, time: string) => `${day}, ${time}`,
  remove: (name: string) => `Delete the draft “${name}”`,
  removal: {
    title: (name: string) => `Delete the draft “${name}”?`,
    description: 'What you have entered and its files will be deleted.',
    act: 'Delete the draft',
    keep: 'Keep the draft',
    done: 'Draft deleted',
    failed: 'The draft could not be deleted',
  },
  found: (count: number) => (count === 0 ? 'No draft' : counted(count, 'draft', 'drafts')),
  empty: { title: 'No draft', description: 'What you begin and do not send waits for you here.' },
  failed: 'Your drafts could not be loaded',
  outdated: 'The list may be out of date',
}
export type DraftsText = typeof en
