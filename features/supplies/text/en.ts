import type { SupplyOrderStatus } from '../contract.ts'

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
const statuses: Record<SupplyOrderStatus, string> = {
  requested: 'Requested',
  prepared: 'Prepared',
  sent: 'Sent',
  cancelled: 'Cancelled',
}

export const en = {
  requests: {
    title: 'Supplies requested',
    description: 'What your practice has requested, and what has become of it.',
    breadcrumb: 'Where you are',
    rides: 'Collections',
    request: 'Request supplies',
    columns: { when: 'Requested', what: 'Supplies', status: 'Status', actions: 'Actions' },
    again: 'Request again',
    againOf: (day: string) => `Request again what was requested on ${day}`,
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
  },
  supply: {
    requestSupplyDialog: {
      success: 'Your supplies are requested',
      successHint: 'They come with one of the next deliveries.',
      title: 'Request supplies',
      selectionStep: 'Step 1 of 2: choose what you need.',
      list: 'Supplies',
      empty: 'No supplies to choose from',
      emptyHint: 'Your laboratory does not offer any here. Ask for what you need by telephone.',
      add: (label: string) => `Add ${label}`,
      remove: (label: string) => `Remove ${label}`,
      addShort: 'Add',
      removeShort: 'Remove',
      quantityOf: (label: string) => `Quantity of ${label}`,
      selectQuantity: 'Select quantity',
      quantityMissing: 'Select a quantity.',
      chosen: (count: number) => `${counted(count, 'supply', 'supplies')} selected`,
      goOn: 'Continue',
      confirmTitle: 'Confirm your request',
      confirmStep: 'Step 2 of 2: check your request, then confirm it.',
      recap: 'Your request',
      quantity: (count: number) => `Quantity: ${count}`,
      gone: 'No longer offered: remove it.',
      quantityGone: 'This quantity is no longer offered: go back and select another.',
      back: 'Back',
      confirm: 'Confirm',
      failed: 'Your supplies are not requested',
      changed: 'The laboratory has changed its list. Check your request, then confirm it again.',
      loadFailed: 'The supplies could not be loaded',
    },
    history: {
      open: 'Previous requests',
      title: 'Previous requests',
      failed: 'The previous requests could not be loaded',
      empty: 'No request yet',
      emptyHint: 'What your practice requests is listed here, with its state.',
      by: (name: string) => `By ${name}`,
      statuses,
      line: (label: string, count: number) => `${label} ×\u00a0${count}`,
    },
  },
}

export type SuppliesText = typeof en
