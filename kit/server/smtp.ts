import { createTransport, type NodemailerError } from 'nodemailer'

/** One that stands on the same machine or network may go without TLS. */
export type SmtpPlace = {
  host: string
  port: number
  /** From the first byte, as on port 465; otherwise by STARTTLS, which is then insisted on. */
  isSecure: boolean
  isPlain: boolean
  login?: { user: string; password: string } | undefined
}

export type Letter = {
  id: string
  sender: string
  senderName: string
  /** Where answers go, when not to the sender. */
  replyTo?: string | null
  recipient: string
  subject: string
  text: string
  html: string
  writtenAt: string
  /** Where such letters are ended without signing in, for the button that mail programs show (RFC 8058). */
  unsubscribeUrl?: string | null
}

/** `isFinal`: the mail server will not take it at another time either. */
export type Declined = { isFinal: boolean; code: string; reason: string }

/** Hands letters to a mail server; told why where it declines. */
export type Post = (letter: Letter, signal: AbortSignal) => Promise<Declined | undefined>

export function smtpPost({ host, port, isSecure, isPlain, login }: SmtpPlace): Post {
  const transport = createTransport({
    host,
    port,
    secure: isSecure,
    ignoreTLS: isPlain,
    requireTLS: !isSecure && !isPlain,
    ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    // A letter consists of what stands in it.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async (letter, signal) => {
    const { sender, recipient, subject, text, html } = letter
    try {
      await transport.sendMail({
        from: { name: letter.senderName, address: sender },
        to: { name: '', address: recipient },
        ...(letter.replyTo ? { replyTo: { name: letter.senderName, address: letter.replyTo } } : {}),
        envelope: { from: sender, to: [recipient] },
        subject,
        text,
        html,
        // The same at each try: whoever gets it twice sees it once.
        messageId: `<${letter.id}@${sender.split('@')[1]}>`,
        date: new Date(letter.writtenAt),
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(letter.unsubscribeUrl
            ? {
                'List-Unsubscribe': `<${letter.unsubscribeUrl}>`,
                'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
              }
            : {}),
        },
        xMailer: false,
        signal,
      })
      return undefined
    } catch (error) {
      return declinedBy(error)
    }
  }
}

/** What a mail server answers quotes addresses: good for whoever wrote the letter, not for the log. */
function declinedBy(error: unknown): Declined {
  if (!(error instanceof Error)) throw error
  const { code = error.name, command, response, responseCode, permanent }: NodemailerError = error
  return {
    // A login or a sender that it does not want is ours to mend, and the letter still good.
    isFinal: permanent === true && (command === 'RCPT TO' || command === 'DATA'),
    code: responseCode ? `${code} ${responseCode}` : code,
    reason: (response ?? code).replace(/\p{Cc}+/gu, ' ').slice(0, 500),
  }
}
