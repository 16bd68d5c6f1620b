type Line = { caseSequence: number; teeth: readonly number[] }

/** Lines to make again: those on the given teeth, or all lines when none is on them. */
export function remadeLines(lines: readonly Line[], teeth: readonly number[]): number[] {
  const onThem = lines.filter(line => line.teeth.some(tooth => teeth.includes(tooth)))
  return (onThem.length > 0 ? onThem : lines).map(({ caseSequence }) => caseSequence)
}
