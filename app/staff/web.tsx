import { startApplication } from '#app/frame/start.tsx'
import { staffEntry } from './router.tsx'

startApplication(staffEntry)
