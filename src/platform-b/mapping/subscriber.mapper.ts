import { NEWSLETTER, parsePlatformTime, type WireSubscriber } from '#libs/platform-b-client';
import { Unreadable } from '../../stores/unreadable.js';
import { emailOf } from './wire-values.js';

/** A row of the newsletter list: the consent that goes with one address. */
export interface SubscriberRow {
  readonly subscriberId: string;
  /** In lower case. */
  readonly email: string;
  readonly marketing: 'subscribed' | 'unsubscribed';
  readonly decidedAt: Date;
}

/** Somebody without the consent to newsletters took it back or never gave it. The platform does not say which. */
export function mapSubscriber(wire: WireSubscriber): SubscriberRow {
  const email = emailOf(wire.email);
  const decidedAt = parsePlatformTime(wire.date_modified) ?? parsePlatformTime(wire.date_created);
  if (email === null) throw new Unreadable('subscriber', 'has no address');
  if (!decidedAt) throw new Unreadable('subscriber', 'has no usable time');
  const marketing = hasConsent(wire) ? 'subscribed' : 'unsubscribed';
  return { subscriberId: String(wire.id), email, marketing, decidedAt };
}

export const hasConsent = ({ consents }: WireSubscriber): boolean =>
  Array.isArray(consents) && consents.includes(NEWSLETTER);
