/** Joins the class names that are there. */
export const classes = (...names: (string | number | bigint | false | null | undefined)[]) =>
  names.filter(Boolean).join(' ')
