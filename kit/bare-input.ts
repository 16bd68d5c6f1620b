import * as v from 'valibot'

/** A code as people copy it: spaces and points are removed, letters become capitals. */
export const Bare = (most: number) =>
  v.pipe(
    v.string(),
    v.transform(typed => typed.replace(/[\s.\u00a0\u202f]/g, '').toUpperCase()),
    v.maxLength(most, 'too_long'),
  )
