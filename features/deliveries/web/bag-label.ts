import { call } from '#kit/web/call.ts'
import { saveFile } from '#kit/web/save-file.ts'
import { labelCalls } from '../contract.ts'

/** Label for the bag of an impression: the case's code, and nothing about the patient. */
export async function saveBagLabel({ id, code }: { id: string; code: string }) {
  saveFile(await call(labelCalls.ofPractice, { params: { id }, query: { size: 'a6' } }), `${code}.pdf`)
}
