import type { Mailbox, OutgoingEmail } from '#libs/mailer';
import { domainOf, messageIdOf } from '../ledger/message-id.js';
import { missingOfSender } from './sender-incomplete.js';
import { asTest } from '../templates/test-mail.js';
import type { Ingredients } from './email-maker.service.js';

/** The email for an address, or why it can't be made, for the ledger. `from` is the sender of a brand that has none. */
export function outgoingEmail(
  { message, brand, unsubscribeUrl, filled }: Ingredients,
  from: Mailbox,
): Omit<OutgoingEmail, 'to'> | { readonly reason: string } {
  if ('problem' in filled) return { reason: 'broken_mail' };
  // Asked at the start of a run as well; a brand may lose its sender while the run goes on.
  if (message.mode === 'live' && missingOfSender(brand.sender).length > 0) return { reason: 'sender_incomplete' };
  const { sender } = brand;
  const { subject, html, text } = message.mode === 'test' ? asTest(filled.email) : filled.email;
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
