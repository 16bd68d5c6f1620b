/** Before practices open: the digest covers what has happened since yesterday morning. */
export const usualDigestHour = 7
