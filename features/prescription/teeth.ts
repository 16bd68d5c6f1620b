import { inArchOrder, toothRuns } from './rules.ts'

export type Arch = 'upper' | 'lower'
export type ToothKind = 'central' | 'lateral' | 'canine' | 'premolar1' | 'premolar2' | 'molar1' | 'molar2' | 'molar3'

const countdown = (quadrant: number, most: number) =>
  Array.from({ length: most }, (_, index) => quadrant * 10 + most - index)
const count = (quadrant: number, most: number) => countdown(quadrant, most).reverse()

type Halves = { arch: Arch; isDeciduous: boolean; right: readonly number[]; left: readonly number[] }

/** As the dentist sees the patient: the patient's right first, upper arch above. */
export const permanentArches: readonly Halves[] = [
  { arch: 'upper', isDeciduous: false, right: countdown(1, 8), left: count(2, 8) },
  { arch: 'lower', isDeciduous: false, right: countdown(4, 8), left: count(3, 8) },
]
export const deciduousArches: readonly Halves[] = [
  { arch: 'upper', isDeciduous: true, right: countdown(5, 5), left: count(6, 5) },
  { arch: 'lower', isDeciduous: true, right: countdown(8, 5), left: count(7, 5) },
]
const arches = [...permanentArches, ...deciduousArches].map(({ right, left }) => [...right, ...left])

export const isTooth = (tooth: number) => arches.some(arch => arch.includes(tooth))
export const isDeciduous = (tooth: number) => tooth > 50
export const isUpper = (tooth: number) => [1, 2, 5, 6].includes(Math.floor(tooth / 10))
export const isPatientsRight = (tooth: number) => [1, 4, 5, 8].includes(Math.floor(tooth / 10))

const permanentKinds = ['central', 'lateral', 'canine', 'premolar1', 'premolar2', 'molar1', 'molar2', 'molar3'] as const
const deciduousKinds = ['central', 'lateral', 'canine', 'molar1', 'molar2'] as const

export const kindOf = (tooth: number): ToothKind =>
  (isDeciduous(tooth) ? deciduousKinds : permanentKinds)[(tooth % 10) - 1] ?? 'molar3'

/** Every tooth from one to the other along their arch; empty where they are in different arches. */
export function runBetween(one: number, other: number): number[] {
  const arch = arches.find(teeth => teeth.includes(one))
  if (!arch?.includes(other)) return []
  const [from, to] = [arch.indexOf(one), arch.indexOf(other)].sort((a, b) => a - b)
  return arch.slice(from, (to ?? 0) + 1)
}

const isUnbroken = (teeth: readonly number[]) => toothRuns(teeth).length === 1

export const toggled = (teeth: readonly number[], tooth: number) =>
  teeth.includes(tooth) ? teeth.filter(other => other !== tooth) : inArchOrder([...teeth, tooth])

/**
 * The first press begins a run, the second ends it, and further presses move that end; pressing the beginning again clears
 * the run. A tooth of another arch begins a new one.
 */
export function runAfterPress(run: readonly number[], begun: number | undefined, tooth: number): number[] {
  const from = begun !== undefined && run.includes(begun) ? begun : run[0]
  if (from === undefined) return [tooth]
  if (from === tooth) return []
  const reached = runBetween(from, tooth)
  return reached.length > 0 ? reached : [tooth]
}

const proposedPontics = (run: readonly number[]) => (run.length === 3 ? run.slice(1, 2) : [])

/**
 * In a run of three, the middle tooth is proposed as a pontic until the user chooses otherwise. In other runs, keeps the
 * pontics that still belong to them.
 */
export function ponticsAfter(run: readonly number[], before: readonly number[], pontics: readonly number[]): number[] {
  const isProposed = pontics.join() === proposedPontics(before).join()
  return isProposed ? proposedPontics(run) : pontics.filter(tooth => run.includes(tooth))
}

export type TypedTeeth =
  | { teeth: number[]; wrong?: undefined }
  /** The typed text that could not be read: a word that is no tooth, or a run that leaves its arch. */
  | { teeth?: undefined; wrong: string }

/** "13-23", "14 15", "11, 21, 46–48", "13 à 23", as people type them. In `run` mode, two teeth are the ends of a run. */
export function readTeeth(typed: string, mode: 'many' | 'run' = 'many'): TypedTeeth {
  const words = typed
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/ ?(?:-|–|—|…|\.{2,}|>|\bto\b|\bau?\b|à|\bthrough\b) ?/g, '-')
    .split(/[\s,;/+.&]+|\bet\b|\band\b/)
    .filter(Boolean)
  const found: number[] = []
  for (const word of words) {
    const [, from, to] = /^(\d\d)(?:-(\d\d))?$/.exec(word) ?? []
    const teeth = runBetween(Number(from), Number(to ?? from))
    if (teeth.length === 0) return { wrong: word }
    found.push(...teeth)
  }
  const teeth = inArchOrder(found)
  if (mode === 'many' || teeth.length < 2 || isUnbroken(teeth)) return { teeth }
  const [first = 0, last = 0] = teeth
  const run = teeth.length === 2 ? runBetween(first, last) : []
  return run.length > 0 ? { teeth: run } : { wrong: typed.trim() }
}
