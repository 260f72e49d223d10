import { Injectable } from '@nestjs/common';
import type { Sql } from '#libs/database';
import { RecipientQueries, type RecipientView } from '../../commerce/queries/recipient.queries.js';
import { situationOf } from '../../retailers/brands.queries.js';
import { AudienceQueries } from '../../segmentation/membership/audience.queries.js';
import { LedgerRepository } from '../ledger/ledger.repository.js';
import type { Eligibility as Decision } from './decide.js';
import type { SendingRules } from '../ledger/dispatch.entity.js';
import { decide } from './decide.js';
import { type Conditioned, ConditionsService } from './conditions.service.js';
import { SuppressionRepository } from '../consent/suppression.repository.js';

/** The recipient of a message: a customer, or in test mode an address. */
export interface Candidate extends Conditioned {
  readonly key: string;
  readonly address: string | null;
}

const DAY_MS = 86_400_000;

/** Decides whether recipients may get an email. Dry runs and sending use the same rules. */
@Injectable()
export class EligibilityService {
  constructor(
    private readonly customers: RecipientQueries,
    private readonly audiences: AudienceQueries,
    private readonly ledger: LedgerRepository,
    private readonly suppressions: SuppressionRepository,
    private readonly conditions: ConditionsService,
  ) {}

  /**
   * The decisions by the candidates' keys. `at` is the time of the decisions; default is the clock of the database.
   * `planned` are the times of emails that a dry run has planned, by customer.
   */
  async decide(
    sql: Sql,
    retailerId: string,
    rules: SendingRules,
    candidates: readonly Candidate[],
    at?: Date,
    planned: ReadonlyMap<string, readonly Date[]> = new Map(),
  ): Promise<Map<string, Decision>> {
    const { frequencyCap, quietHours, mode } = rules;
    const situation = await situationOf(sql, retailerId, rules.brandId);
    const now = at ?? situation?.now ?? new Date();
    const since = new Date(now.getTime() - (frequencyCap?.days ?? 0) * DAY_MS);
    const loaded = await this.load(sql, retailerId, rules, candidates, since);
    return new Map(
      candidates.map(({ key, customerId, address }) => {
        const customer = loaded.customers.get(customerId ?? '');
        const to = mode === 'test' ? address : (customer?.email ?? null);
        const decision = decide({
          now,
          mode,
          storeInstalled: situation?.storeInstalled ?? false,
          mailUnknownConsent: situation?.mailUnknownConsent ?? false,
          address: to,
          marketing: customer?.marketing,
          suppressed: to !== null && loaded.suppressed.has(to),
          ordered: loaded.conditioned.ordered.has(customerId ?? ''),
          conditionFails: loaded.conditioned.failing.has(customerId ?? ''),
          inSegment: loaded.members?.has(customerId ?? ''),
          frequencyCap,
          recentEmails: (loaded.recent.get(customerId ?? '') ?? 0) + later(planned.get(customerId ?? ''), since),
          quietHours,
          timeZone: rules.timeZone ?? situation?.timeZone ?? 'UTC',
        });
        return [key, decision];
      }),
    );
  }

  private async load(sql: Sql, retailerId: string, rules: SendingRules, candidates: readonly Candidate[], since: Date) {
    const { brandId, segmentId, frequencyCap, mode } = rules;
    const ids = candidates.flatMap(({ customerId }) => customerId ?? []);
    const customers: ReadonlyMap<string, RecipientView> = await this.customers.recipients(sql, retailerId, ids);
    const addresses =
      mode === 'test'
        ? candidates.flatMap(({ address }) => address ?? [])
        : [...customers.values()].flatMap(({ email }) => email ?? []);
    return {
      customers,
      suppressed: await this.suppressions.suppressed(sql, retailerId, addresses),
      conditioned: await this.conditions.evaluate(sql, retailerId, rules, candidates),
      members: segmentId ? await this.audiences.membersAmong(sql, retailerId, segmentId, ids) : undefined,
      recent: frequencyCap
        ? await this.ledger.recentEmails(sql, retailerId, brandId, ids, since)
        : new Map<string, number>(),
    };
  }
}

const later = (times: readonly Date[] = [], since: Date): number => times.filter((time) => time > since).length;
