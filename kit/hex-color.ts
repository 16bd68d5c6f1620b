import * as v from 'valibot'

export const hexPattern = /^#[0-9a-f]{6}$/i

/** Exactly `#rrggbb`: the text ends up in a style sheet, so nothing else may pass. */
export const HexColor = v.pipe(v.string(), v.regex(hexPattern))
