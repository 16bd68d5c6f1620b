import * as v from 'valibot'

export const longestLogin = 200
export const longestPassword = 1000

export const Credentials = v.strictObject({
  login: v.pipe(v.string(), v.trim(), v.minLength(1, 'required'), v.maxLength(longestLogin, 'too_long')),
  password: v.pipe(v.string(), v.minLength(1, 'required'), v.maxLength(longestPassword, 'too_long')),
})

export const Forgotten = v.strictObject({ login: Credentials.entries.login })
