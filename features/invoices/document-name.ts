import type { Day } from '#kit/day.ts'

/** "FA-2026-000123-2026-11-30.pdf" */
export const documentName = ({ pieceCode, date }: { pieceCode: string; date: Day }) => `${pieceCode}-${date}.pdf`
