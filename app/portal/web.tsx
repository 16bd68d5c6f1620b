import { startApplication } from '#app/frame/start.tsx'
import { portalEntry } from './router.tsx'

startApplication(portalEntry)
