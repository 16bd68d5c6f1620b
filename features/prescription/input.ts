/** What people type of teeth and shades, read as the forms read it: for whoever takes it from a file. */
export { readShade } from './shades.ts'
export { readTeeth } from './teeth.ts'
