type Line = { caseSequence: number; teeth: readonly number[] }

/** What is made again for what is wrong of these teeth: the work on them; of no tooth of any work, all of it. */
export function remadeLines(lines: readonly Line[], teeth: readonly number[]): number[] {
  const onThem = lines.filter(line => line.teeth.some(tooth => teeth.includes(tooth)))
  return (onThem.length > 0 ? onThem : lines).map(({ caseSequence }) => caseSequence)
}
