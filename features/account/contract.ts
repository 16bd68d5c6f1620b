import * as v from 'valibot'
import { endpoint, Language } from '#kit/contract.ts'

export const accountCalls = {
  changeLanguage: endpoint({
    method: 'PATCH',
    path: '/api/account/language',
    needs: 'language',
    summary: 'Change the language of this user, at once; refused for isDLCPM',
    body: v.strictObject({ language: Language }),
    status: 204,
  }),
}
