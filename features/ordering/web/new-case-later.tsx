import { later } from '#kit/web/later.tsx'

const parts = () => import('./new-case-parts.tsx')

// Nobody sees these at first: they come when the form stands.
export const DraftFiles = later(() => parts().then(module => module.DraftFiles))
export const LookBody = later(() => parts().then(module => module.LookBody))
export const SaveTemplate = later(() => parts().then(module => module.SaveTemplate))
export const StartFrom = later(() => parts().then(module => module.StartFrom))
export const StartOver = later(() => parts().then(module => module.StartOver))
