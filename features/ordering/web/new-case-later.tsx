import { later } from '#kit/web/later.tsx'
import { loadText } from '#kit/web/text.tsx'
import { reviewText } from './review-text.ts'

const parts = () => Promise.all([import('./new-case-parts.tsx'), loadText(reviewText)]).then(([parts]) => parts)

// Not visible at first: loaded after the form.
export const ConflictNotice = later(() => parts().then(module => module.ConflictNotice))
export const FailedLoad = later(() => parts().then(module => module.FailedLoad), { when: 'drawn' })
export const FailedNotice = later(() => parts().then(module => module.FailedNotice))
export const FilesPart = later(() => parts().then(module => module.FilesPart))
export const KnownPatients = later(() => parts().then(module => module.KnownPatients))
export const LastLook = later(() => parts().then(module => module.LastLook))
export const LeaveQuestion = later(() => parts().then(module => module.LeaveQuestion))
export const NoCatalogue = later(() => parts().then(module => module.NoCatalogue), { when: 'drawn' })
export const OrderBar = later(() => parts().then(module => module.OrderBar), { withoutIt: () => null })
export const PickupPart = later(() => parts().then(module => module.PickupPart))
export const PromiseWhy = later(() => parts().then(module => module.PromiseWhy))
export const SaveTemplate = later(() => parts().then(module => module.SaveTemplate))
export const StartFrom = later(() => parts().then(module => module.StartFrom))
export const StartOver = later(() => parts().then(module => module.StartOver))
export const StartedNotice = later(() => parts().then(module => module.StartedNotice))
export const WayOut = later(() => parts().then(module => module.WayOut))
