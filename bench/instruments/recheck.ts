import { checkSync } from 'recheck'

// The one of its engines that needs neither Java nor a program of this platform.
process.env.RECHECK_BACKEND = 'pure'

export { checkSync }
