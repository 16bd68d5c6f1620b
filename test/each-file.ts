import { followTheDay } from './today.ts'

followTheDay()
