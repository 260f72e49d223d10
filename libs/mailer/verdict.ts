import type { SendResult } from './mailer.js';

/** What is known of a failed dialogue. */
export interface Failure {
  readonly message: string;
  /** The server's reply, where it said something. */
  readonly reply?: string | undefined;
  readonly code?: number | undefined;
  /** Whether bytes of the email itself were on their way. */
  readonly bodyStarted: boolean;
}

/**
 * The verdict about an email whose dialogue failed. A reply decides: 4xx later, 5xx never. Without one it depends on
 * whether the server may have had the whole email: then nobody knows what it did with it.
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
 * Whether a refusal says that the mailbox is dead, so that it is never tried again: enhanced status 5.1.x (addressing)
 * or 5.2.1 (disabled), RFC 3463; without an enhanced status the codes 550, 551 and 553 of RFC 5321.
 */
function isAboutMailbox(code: number, reply: string): boolean {
  const enhanced = /\b5\.(\d{1,3})\.(\d{1,3})\b/.exec(reply);
  if (enhanced) {
    // 5.1.7 and 5.1.8 are about the sender.
    return (enhanced[1] === '1' && enhanced[2] !== '7' && enhanced[2] !== '8') || enhanced[0] === '5.2.1';
  }
  return [550, 551, 553].includes(code);
}

/** Servers like to repeat the recipient; replies are stored and logged. */
export const withoutAddresses = (text: string): string =>
  text
    .replaceAll(/[^\s<>@]+@[^\s<>@]+/g, '[address]')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 200);
