import * as v from 'valibot'

/** For work without teeth of its own: a denture, a splint. */
export const Sector = v.picklist(['upper', 'lower', 'both', 'archs'])
export type Sector = v.InferOutput<typeof Sector>

/** Maximum length of a shade. */
export const longestShade = 60
