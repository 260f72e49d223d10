import { COMPLIANCE_TOPICS } from '#libs/platform-a-client';
import { Unreadable } from '../../stores/unreadable.js';
import type { PrivacyKind } from '../../privacy/privacy-request.entity.js';
import type { Subject } from '../../personal-data/person.js';
import { emailOf, externalIdOf, textOf } from './wire-reader.js';

type ComplianceTopic = (typeof COMPLIANCE_TOPICS)[number];

/** A request of a compliance topic. */
export interface ComplianceOrder {
  readonly kind: PrivacyKind;
  /** Undefined where the request is about the whole store. */
  readonly subject: Subject | undefined;
  /** The platform's id of a data request. */
  readonly reference: string | null;
}

const KINDS: Readonly<Record<ComplianceTopic, PrivacyKind>> = {
  'customers/data_request': 'data_request',
  'customers/redact': 'customer_redact',
  'shop/redact': 'retailer_redact',
};

export const isComplianceTopic = (topic: string): topic is ComplianceTopic =>
  (COMPLIANCE_TOPICS as readonly string[]).includes(topic);

/** Maps the body of a compliance topic. Pure. */
export function mapCompliance(topic: ComplianceTopic, wire: Record<string, unknown>): ComplianceOrder {
  if (typeof wire['shop_domain'] !== 'string') throw new Unreadable('shop_domain', 'is missing');
  const kind = KINDS[topic];
  if (kind === 'retailer_redact') return { kind, subject: undefined, reference: null };
  const reference = objectOf(wire['data_request'])['id'];
  return { kind, subject: subjectOf(wire), reference: isId(reference) ? String(reference) : null };
}

function subjectOf(wire: Record<string, unknown>): Subject {
  const customer = objectOf(wire['customer']);
  const id = customer['id'];
  const externalId = isId(id) ? externalIdOf('customer', id) : null;
  const email = emailOf(stringOf(customer['email'])) ?? null;
  if (externalId === null && email === null) throw new Unreadable('customer', 'lacks both an id and an email');
  return {
    externalId,
    email,
    phone: textOf(stringOf(customer['phone'])) ?? null,
    orderIds: [...idsOf(wire['orders_to_redact']), ...idsOf(wire['orders_requested'])],
  };
}

const isId = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

const stringOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const idsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(isId).map((id) => externalIdOf('orders', id)) : [];

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
