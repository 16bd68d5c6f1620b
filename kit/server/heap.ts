import { setFlagsFromString } from 'node:v8'

/**
 * Left alone, V8 lets the heap of a busy process grow to several times what is in use before it clears up. Halfway
 * costs no throughput that could be measured (`npm run bench`), and a third of the memory.
 */
export const keepHeapSmall = () => setFlagsFromString('--heap-growing-percent=40')
