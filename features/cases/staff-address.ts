// The values that addresses of the laboratory's case screens may hold, without the calls.

export const staffSorts = ['deliveryDate', 'appointmentDate', 'createdAt', 'code'] as const

/** Compared with the current delivery day: still at the laboratory, and due before today or today. */
export const dueFilters = ['late', 'today'] as const

/** The practice's last words, not yet answered: the answer to a question, a message, a problem, a request. */
export const saidFilters = ['answer', 'message', 'problem', 'request'] as const

/** New cases that nobody has accepted, and accepted ones whose impression is still to come. */
export const intakeFilters = ['unaccepted', 'awaited'] as const

/** Besides a user's id: one's own cases, and unassigned ones. */
export const technicianFilters = ['me', 'nobody'] as const

export const intakeViews = ['queue', 'awaited', 'missing'] as const
/** By the patient's appointment, or by waiting time. */
export const intakeOrders = ['appointment', 'age'] as const
