import { type Part, type Pdf, paper, type Tag } from './pdf.ts'
import type { Line, Look } from './pdf-text.ts'

/** A line, the part of the document it belongs to (undefined for repeated headings), and its indent. */
export type Placed = { line: Line; look: Look; part: Part | undefined; indent?: number }
/** `x` from the left edge of the flow. */
export type Cell = { x: number; lines: readonly Placed[] }

type Frame = {
  left: number
  width: number
  bottom: number
  /** Distance from line to line. */
  leading: number
  /** Draws the top of a page and returns where the flow goes on below it. */
  beginPage: (page: number) => number
}

/** Lays out content from top to bottom, over as many pages as needed. */
export class Flow {
  readonly #pdf: Pdf
  readonly #frame: Frame
  /** Where the next thing goes, from the top of the page. */
  y = 0

  constructor(pdf: Pdf, frame: Frame) {
    this.#pdf = pdf
    this.#frame = frame
    this.turn()
  }

  get width() {
    return this.#frame.width
  }

  part(tag: Tag, parent?: Part): Part {
    return this.#pdf.part(tag, parent)
  }

  lines(text: string, look: Look, width: number, part?: Part): Placed[] {
    return this.#pdf.wrap(text, look, width).map(line => ({ line, look, part }))
  }

  /** Aligned to the right, as amounts are. */
  endLines(text: string, look: Look, width: number, part?: Part): Placed[] {
    return this.lines(text, look, width, part).map(placed => ({ ...placed, indent: width - placed.line.width }))
  }

  /** The lines of a heading or paragraph, tagged as a part of its own. */
  paragraph(text: string, look: Look, width: number, tag: 'H1' | 'H2' | 'P' = 'P'): Placed[] {
    return this.lines(text, look, width, this.part(tag))
  }

  draw(lines: readonly Placed[], leading = this.#frame.leading, x = 0) {
    for (const { line, look, part, indent = 0 } of lines) {
      this.y += leading
      const draw = () => this.#pdf.text(line, this.#frame.left + x + indent, this.y, look)
      if (part) this.#pdf.content(part, draw)
      else this.#pdf.decoration(draw)
    }
  }

  /** A background or a rule, from here down. */
  box(x: number, width: number, height: number, color: string) {
    this.#pdf.decoration(() => this.#pdf.box(this.#frame.left + x, this.y, width, height, color))
  }

  fits(height: number): boolean {
    return this.y + height <= this.#frame.bottom
  }

  /** Starts a new page unless this one has the height left. `repeat` draws what is repeated at the top of each page. */
  keep(height: number, repeat?: () => void) {
    if (this.fits(height)) return
    this.turn()
    repeat?.()
  }

  /** Starts a new page. */
  turn() {
    this.#pdf.addPage()
    this.y = this.#frame.beginPage(this.#pdf.pages)
  }

  /** Cells side by side: kept together where a page has room, otherwise the long ones run line by line over several pages. */
  cells(cells: readonly Cell[], repeat?: () => void) {
    const { leading } = this.#frame
    const count = Math.max(0, ...cells.map(({ lines }) => lines.length))
    if (count * leading < paper.height / 3) this.keep(count * leading, repeat)
    for (let index = 0; index < count; index++) {
      this.keep(leading, repeat)
      const top = this.y
      for (const { x, lines } of cells) {
        this.y = top
        this.draw(lines.slice(index, index + 1), leading, x)
      }
      this.y = top + leading
    }
  }
}
