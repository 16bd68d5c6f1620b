export { ErrorSummary } from './error-summary.tsx'
export { ImplantFields } from './implant-fields.tsx'
export { Extras } from './product-extras.tsx'
export { SectorChoice } from './sector-choice.tsx'
