let dropped: readonly File[] = []

/** Keeps files dropped on another screen for the form that opens. */
export function giveDropped(files: readonly File[]) {
  dropped = files
}

export const countDropped = () => dropped.length

export function takeDropped(): readonly File[] {
  const taken = dropped
  dropped = []
  return taken
}
