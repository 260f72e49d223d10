import type { Mailbox, OutgoingEmail } from '#libs/mailer';
import { domainOf, messageIdOf } from '../ledger/message-id.js';
import { missingOfSender } from './sender-incomplete.js';
import type { PreparedMessage } from './email-maker.service.js';

/**
 * The email without its recipient, or the reason why it can't be sent. `from` replaces a missing sender of the brand.
 */
export function outgoingEmail(
  { message, brand, unsubscribeUrl, filled }: PreparedMessage,
  from: Mailbox,
): Omit<OutgoingEmail, 'to'> | { readonly reason: string } {
  if ('problem' in filled) return { reason: 'broken_mail' };
  // The start of an execution checks this too, but a brand may lose its sender afterwards.
  if (message.mode !== 'test' && missingOfSender(brand.sender).length > 0) return { reason: 'sender_incomplete' };
  const { sender } = brand;
  const { subject, html, text } = filled.email;
  return {
    messageId: messageIdOf(message.retailerId, message.id, domainOf(from.address)),
    from: { name: sender.name || brand.name || from.name || '', address: sender.email || from.address },
    ...(sender.replyTo ? { replyTo: { address: sender.replyTo } } : {}),
    subject,
    html,
    text,
    unsubscribeUrl,
    ...(message.mode === 'test' ? { headers: { 'X-Rekindle-Test': 'true' } } : {}),
  };
}
