import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { ConfirmationsRepository } from './confirmations.repository.js';
import { SuppressionRepository } from './suppression.repository.js';

/** What the service holds about a customer's consent, besides the decision itself. */
export interface CustomerConsent {
  /** Why the address gets no emails at all. */
  readonly suppressed: { readonly reason: string; readonly since: Date } | null;
  /** When the customer was asked for consent. */
  readonly confirmations: readonly { readonly requestedAt: Date; readonly confirmedAt: Date | null }[];
}

/** The consent of one customer, for people to read. */
@Injectable()
export class CustomerConsentService {
  constructor(
    private readonly database: Database,
    private readonly suppressions: SuppressionRepository,
    private readonly confirmations: ConfirmationsRepository,
  ) {}

  async of(retailerId: string, customerId: string, email: string | null): Promise<CustomerConsent> {
    const sql = this.database.of(retailerId);
    const found = email === null ? undefined : await this.suppressions.find(sql, retailerId, email);
    const asked = await this.confirmations.ofCustomers(sql, retailerId, [customerId]);
    return {
      suppressed: found ? { reason: found.reason, since: found.createdAt } : null,
      confirmations: asked.map(({ requestedAt, confirmedAt }) => ({ requestedAt, confirmedAt })),
    };
  }
}
