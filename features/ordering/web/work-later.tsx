import { later } from '#kit/web/later.tsx'

const parts = () => import('./work-parts.tsx')

// Shared by both forms; not visible at first: loaded after the form.
export const ErrorSummary = later(() => parts().then(module => module.ErrorSummary))
export const Extras = later(() => parts().then(module => module.Extras))
export const ImplantFields = later(() => parts().then(module => module.ImplantFields))
export const SectorChoice = later(() => parts().then(module => module.SectorChoice))
