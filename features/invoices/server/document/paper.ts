import type { InvoiceDocument, ReceiptDocument, StatementDocument } from '../../document.ts'
import { drawInvoice } from './invoice-paper.ts'
import { logoOnPaper } from './logo.ts'
import { drawReceipt } from './receipt-paper.ts'
import { drawStatement } from './statement-paper.ts'

export type Paper =
  | { type: 'invoice'; document: InvoiceDocument }
  | { type: 'receipt'; document: ReceiptDocument }
  | { type: 'statement'; document: StatementDocument }

/** A PDF/A-3 made without opening any address, or any file but this program's fonts. Equal input gives equal bytes. */
export async function drawPaper(paper: Paper): Promise<Uint8Array<ArrayBuffer>> {
  const { color, logo } = paper.document.look
  const look = { color, logo: logo && (await logoOnPaper(logo)) }
  if (paper.type === 'receipt') return drawReceipt({ ...paper.document, look })
  if (paper.type === 'statement') return drawStatement({ ...paper.document, look })
  return drawInvoice({ ...paper.document, look })
}
