import { Problem } from '#kit/problem.ts'

/** Whether the failure is that the server could not be reached. */
export const isOffline = (error: unknown) => error instanceof Problem && error.code === 'offline'
