import * as v from 'valibot'

/** A time of day as sent, "08:05". */
export const TimeOfDay = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'not_a_time'))
