import { type FontName, type FontRun, fontRuns, type Weight } from './pdf-fonts.ts'

export type Look = {
  size: number
  weight?: Weight
  color?: string
  /** All digits have the same width, for columns of numbers. */
  hasTabularFigures?: boolean
}
type Run = FontRun & { width: number }
/** `width` excludes the space at the line's end, which stays for copying and screen readers. */
export type Line = { runs: Run[]; width: number }
/** Width in points, as drawn. */
export type Measure = (text: string, font: FontName, look: Look) => number

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Lines no wider than `width`: broken at spaces, and within a word only when it is too long for a line. */
export function wrap(text: string, look: Look, width: number, measure: Measure): Line[] {
  const asLine = (runs: readonly FontRun[]): Line => {
    const wide = runs.map(run => ({ ...run, width: measure(run.text, run.font, look) }))
    const { font, text = '' } = runs.at(-1) ?? {}
    const spaces = text.length - text.trimEnd().length
    const room = font && spaces > 0 ? spaces * measure(' ', font, look) : 0
    return { runs: wide, width: wide.reduce((total, run) => total + run.width, -room) }
  }
  const lines: Line[] = []
  const words = wordsOf(fontRuns(text, look.weight ?? 'regular'))
    .map(asLine)
    .flatMap(word => (word.width > width ? lettersOf(word).map(asLine) : [word]))
  for (const word of words) {
    const line = lines.at(-1)
    if (line && advanceOf(line) + word.width <= width) append(line, word)
    else lines.push(word)
  }
  return lines
}

/** One line, cut with an ellipsis when too long. */
export function clip(text: string, look: Look, width: number, measure: Measure): Line {
  const none = { runs: [], width: 0 }
  const [whole = none, ...more] = wrap(text, look, width, measure)
  if (more.length === 0) return whole
  const font = look.weight ?? 'regular'
  const ellipsis = { font, text: '…', width: measure('…', font, look) }
  const [cut = none] = wrap(text, look, width - ellipsis.width, measure)
  append(cut, { runs: [ellipsis], width: ellipsis.width })
  return cut
}

/** Words with the spaces after them. No-break spaces do not count as spaces here. */
function wordsOf(runs: readonly FontRun[]): FontRun[][] {
  const words: FontRun[][] = []
  let isOpen = false
  for (const { font, text } of runs) {
    for (const part of text.match(/[^ ]+ *| +/g) ?? []) {
      if (isOpen) words.at(-1)?.push({ font, text: part })
      else words.push([{ font, text: part }])
      isOpen = !part.endsWith(' ')
    }
  }
  return words
}

const lettersOf = ({ runs }: Line): FontRun[][] =>
  runs.flatMap(({ font, text }) => Array.from(graphemes.segment(text), ({ segment }) => [{ font, text: segment }]))

const advanceOf = ({ runs }: Line) => runs.reduce((total, run) => total + run.width, 0)

function append(line: Line, word: Line) {
  line.width = advanceOf(line) + word.width
  for (const run of word.runs) {
    const last = line.runs.at(-1)
    if (last?.font === run.font) {
      last.text += run.text
      last.width += run.width
    } else line.runs.push(run)
  }
}
