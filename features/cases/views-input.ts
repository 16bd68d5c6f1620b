import * as v from 'valibot'
import { Words } from '#kit/input.ts'

const longestViewName = 60

export const ViewName = v.strictObject({ name: Words(longestViewName) })
