import { Problem } from '#kit/problem.ts'

/** Nobody could be reached. */
export const isOffline = (error: unknown) => error instanceof Problem && error.code === 'offline'
