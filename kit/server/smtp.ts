import { createTransport, type NodemailerError } from 'nodemailer'

/** A mail server; one on the same machine or network may go without TLS. */
export type SmtpPlace = {
  host: string
  port: number
  /** TLS from the first byte, as on port 465; otherwise by STARTTLS, which is then required. */
  isSecure: boolean
  isPlain: boolean
  login?: { user: string; password: string } | undefined
}

export type Letter = {
  id: string
  sender: string
  senderName: string
  /** Where answers go, if not to the sender. */
  replyTo?: string | null
  recipient: string
  subject: string
  text: string
  html: string
  writtenAt: string
  /** Where to unsubscribe without signing in, for the button of mail programs (RFC 8058). */
  unsubscribeUrl?: string | null
}

/** `isFinal`: the mail server will not accept it later either. */
export type Declined = { isFinal: boolean; code: string; reason: string }

/** Hands a letter to the mail server; returns why it was declined. */
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
    // A letter's content is only what it contains itself.
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
        // The same id for each try, so that mail programs show duplicates once.
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

/** The mail server's answer quotes addresses: it may be shown to the letter's author, but not logged. */
function declinedBy(error: unknown): Declined {
  if (!(error instanceof Error)) throw error
  const { code = error.name, command, response, responseCode, permanent }: NodemailerError = error
  return {
    // A refused login or sender is ours to fix, and the letter can still be sent.
    isFinal: permanent === true && (command === 'RCPT TO' || command === 'DATA'),
    code: responseCode ? `${code} ${responseCode}` : code,
    reason: (response ?? code).replace(/\p{Cc}+/gu, ' ').slice(0, 500),
  }
}
