import type { Day } from '#kit/day.ts'

/** "FA-2026-000123-2026-11-30.pdf"; numbers from other software may contain characters that file names must not. */
export const documentName = ({ pieceCode, date }: { pieceCode: string; date: Day }) =>
  `${pieceCode.replaceAll(/[ /#]/g, '-')}-${date}.pdf`
