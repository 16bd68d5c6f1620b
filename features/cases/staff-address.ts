// What the addresses of the laboratory's screens of cases may say, without the calls.

/** `intake` is the order in which the cases of that queue are worked through. */
export const staffSorts = ['deliveryDate', 'appointmentDate', 'createdAt', 'code'] as const

/** Measured by the day that holds now: what is still at the laboratory, and should have left, or leaves today. */
export const dueFilters = ['late', 'today'] as const

/** What a practice has said last, and nobody has answered: to a question, in the thread, of a case that is not right. */
export const saidFilters = ['answer', 'message', 'problem', 'request'] as const

/** Besides a person: one's own, and those that nobody has taken. */
export const technicianFilters = ['me', 'nobody'] as const

export const intakeViews = ['queue', 'missing'] as const
/** What the patient comes for first, or what has waited longest. */
export const intakeOrders = ['appointment', 'age'] as const
