import { ApiPropertyOptional } from '@nestjs/swagger';
import { IfGiven, IsId } from '../../api/fields.js';
import { PageQuery } from '../../api/page.dto.js';

export class PrivacyRequestsQuery extends PageQuery {
  @IfGiven()
  @IsId()
  @ApiPropertyOptional({ format: 'uuid' })
  retailerId?: string;
}

/** A short export, for the OpenAPI document. */
export const EXPORT_EXAMPLE = {
  generatedAt: '2026-11-21T12:00:02.000Z',
  request: { id: '0c1d7f5e-95b7-5c2b-8d0e-6f1a2b3c4d5e', reference: '9999', customer: '191167', orders: ['299938'] },
  person: { externalIds: ['191167'], emails: ['john@example.com'], phones: ['555-625-1199'] },
  customers: [{ externalId: '191167', email: 'john@example.com', marketing: 'subscribed', ordersCount: 1 }],
  orders: [{ externalId: '299938', total: '120.0000', currency: 'USD', orderedAt: '2026-05-01T14:00:00.000Z' }],
  refunds: [],
  segmentMemberships: [{ segment: 'Loyal', enteredAt: '2026-05-01T14:00:01.000Z', leftAt: null }],
  segmentTransitions: [],
  deliveries: [{ topic: 'orders/create', status: 'processed', receivedAt: '2026-05-01T14:00:00.000Z', content: {} }],
};
