import * as v from 'valibot'

export const hexPattern = /^#[0-9a-f]{6}$/i

/** Exactly `#rrggbb`: these words end up inside a style sheet, so nothing else passes. */
export const HexColor = v.pipe(v.string(), v.regex(hexPattern))
