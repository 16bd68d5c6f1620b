import type { Day } from '#kit/day.ts'

/** "FA-2026-000123-2026-11-30.pdf"; a number from elsewhere may have signs that no name of a file has. */
export const documentName = ({ pieceCode, date }: { pieceCode: string; date: Day }) =>
  `${pieceCode.replaceAll(/[ /#]/g, '-')}-${date}.pdf`
