import type { SendResult } from './mailer.js';

/** A failed dialogue with the mail server. */
export interface Failure {
  readonly message: string;
  /** The server's reply, if there was one. */
  readonly reply?: string | undefined;
  readonly code?: number | undefined;
  /** Whether bytes of the email itself were sent. */
  readonly bodyStarted: boolean;
}

/**
 * The result of a failed dialogue. A reply decides: 4xx defers the email, 5xx rejects it. Without a reply the result
 * is unknown if the server may have got the whole email.
 */
export function verdictOf({ message, reply, code, bodyStarted }: Failure): SendResult {
  const response = withoutAddresses(reply ?? message);
  if (code !== undefined && code >= 400 && code < 500) return { outcome: 'deferred', response, code };
  if (code !== undefined && code >= 500) {
    return { outcome: 'rejected', response, code, badMailbox: isAboutMailbox(code, reply ?? '') };
  }
  return { outcome: bodyStarted ? 'unknown' : 'deferred', response };
}

/**
 * Whether a reply says that the mailbox does not exist: enhanced status 5.1.x (addressing) or 5.2.1 (disabled) of
 * RFC 3463; without an enhanced status the codes 550, 551 and 553 of RFC 5321.
 */
function isAboutMailbox(code: number, reply: string): boolean {
  const enhanced = /\b5\.(\d{1,3})\.(\d{1,3})\b/.exec(reply);
  if (enhanced) {
    // 5.1.7 and 5.1.8 are about the sender.
    return (enhanced[1] === '1' && enhanced[2] !== '7' && enhanced[2] !== '8') || enhanced[0] === '5.2.1';
  }
  return [550, 551, 553].includes(code);
}

/** Replies are stored and logged, and servers often repeat the recipient in them. */
export const withoutAddresses = (text: string): string =>
  text
    .replaceAll(/[^\s<>@]+@[^\s<>@]+/g, '[address]')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 200);
