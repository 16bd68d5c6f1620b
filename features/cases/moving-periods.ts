/** Days of a saved view that move on with the calendar. */
export const movingPeriods = ['today', 'next_seven_days', 'this_week'] as const
