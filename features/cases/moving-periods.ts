/** Periods of a saved view that move with the calendar. */
export const movingPeriods = ['today', 'next_seven_days', 'this_week'] as const
