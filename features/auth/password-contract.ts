import * as v from 'valibot'
import { data, endpoint, Language } from '#kit/contract.ts'
import { Forgotten } from './input.ts'
import { ChosenPassword, PasswordChange, ShownLink } from './new-password.ts'

/** Checks that need the list of common passwords, the person's data or the current password, so only the server makes them. */
const weak = { password_common: 422, password_personal: 422, password_unchanged: 422 } as const

export const passwordCalls = {
  forget: endpoint({
    method: 'POST',
    path: '/api/password-resets',
    needs: 'nothing',
    summary: 'Mail a link for a new password to whoever has this login; the answer is the same where nobody has',
    status: 202,
    body: Forgotten,
    /** False: this portal sends no mail at all, for any user. */
    reply: data(v.object({ areMailsSent: v.boolean() })),
  }),
  look: endpoint({
    method: 'POST',
    path: '/api/password-resets/look',
    needs: 'nothing',
    summary: 'Whose link this is; not found once it is over or used',
    body: ShownLink,
    reply: data(v.object({ purpose: v.picklist(['invitation', 'reset']), login: v.string() })),
  }),
  choose: endpoint({
    method: 'POST',
    path: '/api/password-resets/confirm',
    needs: 'nothing',
    summary:
      'Choose a password with a link, once; every session of the user ends, and whoever is new keeps the language',
    status: 204,
    body: v.strictObject({ ...ChosenPassword.entries, language: v.optional(Language) }),
    refusals: weak,
  }),
  change: endpoint({
    method: 'POST',
    path: '/api/account/password',
    needs: 'session',
    summary: 'Change the password of this user; every other session ends',
    status: 204,
    body: PasswordChange,
    refusals: { password_wrong: 422, ...weak },
  }),
}
