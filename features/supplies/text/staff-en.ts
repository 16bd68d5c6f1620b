import type { RefusalOf } from '#kit/contract.ts'
import type { SupplyOrderStatus, staffSupplyCalls } from '../contract.ts'
import type { SupplyTab } from '../input.ts'

export const en = {
  title: 'Supplies',
  description: 'What practices have asked for: pick it, send it.',
  tabs: { label: 'Requests', open: 'To pick and send', done: 'Done' } satisfies Record<SupplyTab | 'label', string>,
  print: 'Print the pick list',
  failed: 'The requests could not be loaded',
  outdated: 'These requests may be out of date',
  nothing: {
    open: { title: 'Nothing to pick', description: 'What practices ask for appears here at once.' },
    done: { title: 'Nothing sent yet', description: 'Requests that were sent or cancelled stand here.' },
  },
  columns: { practice: 'Practice', supplies: 'Supplies', status: 'Status', actions: 'Change' },
  requested: (by: string, moment: string) => `${by}, ${moment}`,
  line: (quantity: number, label: string) => `${quantity} × ${label}`,
  movedBy: (name: string, moment: string) => `${name}, ${moment}`,
  statuses: {
    requested: 'Requested',
    prepared: 'Picked',
    sent: 'Sent',
    cancelled: 'Cancelled',
  } satisfies Record<SupplyOrderStatus, string>,
  acts: {
    requested: 'Back to requested',
    prepared: 'Picked',
    sent: 'Sent',
    cancelled: 'Cancel',
  } satisfies Record<SupplyOrderStatus, string>,
  actOn: (act: string, practice: string) => `${act}: ${practice}`,
  more: (practice: string) => `More for the request of ${practice}`,
  moved: (practice: string, status: string) => `${practice}: ${status}`,
  undo: 'Undo',
  notMoved: 'The request is not changed',
  refusals: {
    status_not_allowed: 'Somebody has changed this request meanwhile; the list shows how it is now.',
  } satisfies Record<RefusalOf<typeof staffSupplyCalls.setStatus>, string>,
}

export type StaffSuppliesText = typeof en
