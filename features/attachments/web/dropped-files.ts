let dropped: readonly File[] = []

/** Dropped on a screen that keeps none: the form that opens takes them. */
export function giveDropped(files: readonly File[]) {
  dropped = files
}

export const countDropped = () => dropped.length

export function takeDropped(): readonly File[] {
  const taken = dropped
  dropped = []
  return taken
}
