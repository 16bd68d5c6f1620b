import { later } from '#kit/web/later.tsx'

const parts = () => import('./work-parts.tsx')

// Of both forms, the practices' and the laboratory's: nobody sees these at first, and they come when the form stands.
export const ErrorSummary = later(() => parts().then(module => module.ErrorSummary))
export const Extras = later(() => parts().then(module => module.Extras))
export const ImplantFields = later(() => parts().then(module => module.ImplantFields))
export const SectorChoice = later(() => parts().then(module => module.SectorChoice))
