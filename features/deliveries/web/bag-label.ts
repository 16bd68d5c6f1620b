import { call } from '#kit/web/call.ts'
import { saveFile } from '#kit/web/save-file.ts'
import { labelCalls } from '../contract.ts'

/** For the bag of an impression: the code of its case, and no word of its patient. */
export async function saveBagLabel({ id, code }: { id: string; code: string }) {
  saveFile(await call(labelCalls.ofPractice, { params: { id }, query: { size: 'a6' } }), `${code}.pdf`)
}
