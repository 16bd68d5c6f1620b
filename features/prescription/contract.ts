import * as v from 'valibot'

/** Where the work has no teeth of its own: a denture, a splint. */
export const Sector = v.picklist(['upper', 'lower', 'both', 'archs'])
export type Sector = v.InferOutput<typeof Sector>

/** Letters of a shade in words. */
export const longestShade = 60
