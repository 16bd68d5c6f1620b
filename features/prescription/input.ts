/** Parses typed teeth and shades as the forms do, for importers. */
export { readShade } from './shades.ts'
export { readTeeth } from './teeth.ts'
