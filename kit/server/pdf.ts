import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import type { Language } from '#kit/language.ts'
import { type FontName, openFont } from './pdf-fonts.ts'
import { clip, type Line, type Look, type Measure, wrap } from './pdf-text.ts'

/** A4, in points. */
export const paper = { width: 595.28, height: 841.89 }

export type Tag = 'Document' | 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD'
/** A part of the document for those who hear it, whatever page it is drawn on. */
export type Part = { readonly tag: Tag; readonly element: ReturnType<PDFKit.PDFDocument['struct']> }

type Opener = { openImage(bytes: Buffer): { width: number; height: number } }

type PdfOptions = {
  title: string
  language: Language
  createdAt: Date
  /** In points; A4 unless said. */
  size?: { width: number; height: number }
  /** As PDF/A-3b: whole in itself, colours and all, so that it reads the same in ten years; it may carry files. */
  isArchival?: boolean
}

/** A file inside the document. */
type Attachment = {
  name: string
  type: string
  bytes: Uint8Array
  description: string
  /** What it is to the document: `Alternative` says the same in another form. */
  relationship: 'Alternative' | 'Data'
  at: Date
}

const featuresOf = ({ hasTabularFigures }: Look): { features?: PDFKit.Mixins.OpenTypeFeatures[] } =>
  hasTabularFigures ? { features: ['tnum'] } : {}

/**
 * A tagged PDF: text that is read out, searched and copied in the order it is meant, with its fonts inside. Everything it
 * draws is given to it as text and numbers; it opens no address and no file but the fonts of this program.
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
      // The library copies it into XML as it stands, which has no place for halves of letters, nor for what is none.
      info: {
        Title: title.replace(/[\s<>&\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]+/gu, ' '),
        Creator: 'Client portal',
        CreationDate: createdAt,
      },
      autoFirstPage: false,
      bufferPages: true,
      // None of its own: only what is drawn is embedded.
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

  /** A new part, last in its parent; without one, last in the document. */
  part(tag: Tag, parent = this.#root): Part {
    // The library knows the attribute, its types do not yet.
    const options = (tag === 'TH' ? { scope: 'Column' } : {}) as PDFKit.Mixins.StructureElementOptions
    const element = this.#doc.struct(tag, options)
    parent.element.add(element)
    return { tag, element }
  }

  /** What `draw` draws is the content of this part, or more of it. */
  content({ tag, element }: Part, draw: () => void) {
    const content = this.#doc.markStructureContent(tag)
    draw()
    this.#doc.endMarkedContent()
    element.add(content)
  }

  /** Lines, grounds and repetitions: seen, not read out. */
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

  /** As one path, which is filled once: many of them cost little more than one. */
  boxes(boxes: readonly { x: number; y: number; width: number; height: number }[], color: string) {
    for (const { x, y, width, height } of boxes) this.#doc.rect(x, y, width, height)
    this.#doc.fill(color)
  }

  /** PNG or JPEG, as large as fits the box, in its left upper corner; says how high it became. */
  image(bytes: Uint8Array, x: number, y: number, box: { width: number; height: number }): number {
    // The library opens images by itself too, which its types do not say yet.
    const { width, height } = (this.#doc as unknown as Opener).openImage(Buffer.from(bytes))
    const scale = Math.min(box.width / width, box.height / height)
    this.#doc.image(Buffer.from(bytes), x, y, { width: width * scale, height: height * scale })
    return height * scale
  }

  attach({ name, type, bytes, description, relationship, at }: Attachment) {
    const options = { name, type, description, relationship, creationDate: at, modifiedDate: at }
    this.#doc.file(Buffer.from(bytes), options)
  }

  /** More of what the document says of itself, as XMP (ISO 16684). */
  describe(xmp: string) {
    this.#doc.appendXML(xmp)
  }

  /** Draws on every page at last, when their number is known. */
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
    // Opened fonts are taken too, which the library's types do not say yet; by name, each is embedded once.
    if (!this.#registered.has(font)) this.#doc.registerFont(font, openFont(font) as unknown as string)
    this.#registered.add(font)
    return this.#doc.font(font)
  }
  readonly #registered = new Set<FontName>()
}
