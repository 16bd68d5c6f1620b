import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import type { Language } from '#kit/language.ts'
import { type FontName, openFont } from './pdf-fonts.ts'
import { clip, type Line, type Look, type Measure, wrap } from './pdf-text.ts'

/** A4, in points. */
export const paper = { width: 595.28, height: 841.89 }

export type Tag = 'Document' | 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD'
/** A part of the document's structure for screen readers, whatever page it is drawn on. */
export type Part = { readonly tag: Tag; readonly element: ReturnType<PDFKit.PDFDocument['struct']> }

type Opener = { openImage(bytes: Buffer): { width: number; height: number } }

type PdfOptions = {
  title: string
  language: Language
  createdAt: Date
  /** In points; A4 by default. */
  size?: { width: number; height: number }
  /** Writes PDF/A-3b: self-contained, colours included, so that it reads the same in ten years; it may carry attachments. */
  isArchival?: boolean
}

type Attachment = {
  name: string
  type: string
  bytes: Uint8Array
  description: string
  /** Its relation to the document: `Alternative` has the same content in another form. */
  relationship: 'Alternative' | 'Data'
  at: Date
}

const featuresOf = ({ hasTabularFigures }: Look): { features?: PDFKit.Mixins.OpenTypeFeatures[] } =>
  hasTabularFigures ? { features: ['tnum'] } : {}

/**
 * A tagged PDF: its text is read out, searched and copied in reading order, with fonts embedded. Everything drawn is passed in as
 * text and numbers; it opens no address and no file but this program's fonts.
 */
export class Pdf {
  readonly #doc: PDFKit.PDFDocument
  readonly #root: Part
  readonly #measure: Measure = (text, font, look) =>
    this.#use(font).fontSize(look.size).widthOfString(text, featuresOf(look))
  #pages = 0

  constructor({ title, language, createdAt, size = paper, isArchival = false }: PdfOptions) {
    this.#doc = new PDFDocument({
      size: [size.width, size.height],
      margin: 0,
      pdfVersion: '1.7',
      tagged: true,
      lang: language,
      displayTitle: true,
      // The library copies the title into XML unescaped, where lone surrogates and noncharacters are invalid.
      info: {
        Title: title.replace(/[\s<>&\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]+/gu, ' '),
        Creator: 'Client portal',
        CreationDate: createdAt,
      },
      autoFirstPage: false,
      bufferPages: true,
      // No default font: only fonts that are used get embedded.
      font: '',
      ...(isArchival ? { subset: 'PDF/A-3b' } : {}),
    })
    this.#root = { tag: 'Document', element: this.#doc.struct('Document') }
    this.#doc.addStructure(this.#root.element)
  }

  get pages() {
    return this.#pages
  }

  addPage() {
    this.#doc.addPage()
    this.#pages += 1
  }

  wrap(text: string, look: Look, width: number): Line[] {
    return wrap(text, look, width, this.#measure)
  }

  clip(text: string, look: Look, width: number): Line {
    return clip(text, look, width, this.#measure)
  }

  /** Adds a part at the end of its parent, or of the document. */
  part(tag: Tag, parent = this.#root): Part {
    // The library supports the attribute, but its types do not.
    const options = (tag === 'TH' ? { scope: 'Column' } : {}) as PDFKit.Mixins.StructureElementOptions
    const element = this.#doc.struct(tag, options)
    parent.element.add(element)
    return { tag, element }
  }

  /** Marks what `draw` draws as content of this part; may be called several times. */
  content({ tag, element }: Part, draw: () => void) {
    const content = this.#doc.markStructureContent(tag)
    draw()
    this.#doc.endMarkedContent()
    element.add(content)
  }

  /** Lines, backgrounds and repetitions: drawn, but not read out. */
  decoration(draw: () => void) {
    this.#doc.markContent('Artifact')
    draw()
    this.#doc.endMarkedContent()
  }

  text({ runs }: Line, x: number, baseline: number, look: Look) {
    const { size, color = '#000000' } = look
    let left = x
    for (const { font, text, width } of runs) {
      this.#use(font).fontSize(size).fillColor(color)
      this.#doc.text(text, left, baseline, {
        lineBreak: false,
        baseline: 'alphabetic',
        ...featuresOf(look),
      })
      left += width
    }
  }

  box(x: number, y: number, width: number, height: number, color: string) {
    this.boxes([{ x, y, width, height }], color)
  }

  /** Drawn as one path and filled once: many boxes cost little more than one. */
  boxes(boxes: readonly { x: number; y: number; width: number; height: number }[], color: string) {
    for (const { x, y, width, height } of boxes) this.#doc.rect(x, y, width, height)
    this.#doc.fill(color)
  }

  /** PNG or JPEG, as large as fits the box, at its top left; returns the drawn height. */
  image(bytes: Uint8Array, x: number, y: number, box: { width: number; height: number }): number {
    // The library has openImage, but its types do not.
    const { width, height } = (this.#doc as unknown as Opener).openImage(Buffer.from(bytes))
    const scale = Math.min(box.width / width, box.height / height)
    this.#doc.image(Buffer.from(bytes), x, y, { width: width * scale, height: height * scale })
    return height * scale
  }

  attach({ name, type, bytes, description, relationship, at }: Attachment) {
    const options = { name, type, description, relationship, creationDate: at, modifiedDate: at }
    this.#doc.file(Buffer.from(bytes), options)
  }

  /** Adds XMP metadata (ISO 16684). */
  describe(xmp: string) {
    this.#doc.appendXML(xmp)
  }

  /** Draws on every page at the end, when the number of pages is known. */
  async finish(onEachPage: (page: number, pages: number) => void): Promise<Uint8Array<ArrayBuffer>> {
    for (let page = 0; page < this.#pages; page++) {
      this.#doc.switchToPage(page)
      this.decoration(() => onEachPage(page + 1, this.#pages))
    }
    this.#root.element.end()
    this.#doc.end()
    return new Uint8Array(await buffer(this.#doc))
  }

  #use(font: FontName) {
    // The library accepts opened fonts, but its types do not; registered by name, each is embedded once.
    if (!this.#registered.has(font)) this.#doc.registerFont(font, openFont(font) as unknown as string)
    this.#registered.add(font)
    return this.#doc.font(font)
  }
  readonly #registered = new Set<FontName>()
}
