import { Injectable } from '@nestjs/common';
import { ClicksMetrics } from '../../links/clicks/clicks.metrics.js';
import type { LinkRules } from '../../links/rewriting/rewrite-links.js';
import { LinkTargetsService } from '../../links/targets/link-targets.service.js';
import { LinkTokensService } from '../../links/tokens/link-tokens.service.js';
import { EmailLinksService } from '../consent/email-links.service.js';
import type { HeldMessage } from '../ledger/ledger.repository.js';
import type { RowName } from '../ledger/message-id.js';
import type { Filled, Finished } from '../templates/fill.thread.js';
import type { BrandProfile, OwnLinks } from '../templates/scope.js';

/** What the links of messages need before their emails are filled and afterwards. */
@Injectable()
export class MessageLinksService {
  constructor(
    private readonly links: EmailLinksService,
    private readonly tokens: LinkTokensService,
    private readonly targets: LinkTargetsService,
    private readonly clicks: ClicksMetrics,
  ) {}

  ownOf(message: RowName): OwnLinks {
    const unsubscribeUrl = this.links.unsubscribeUrl(message);
    // The page behind the link is where a person chooses.
    return { unsubscribeUrl, preferencesUrl: unsubscribeUrl, viewInBrowserUrl: this.tokens.viewUrl(message) };
  }

  /**
   * The rules for the links of a message, one object for each step and variant. Undefined where the hosts of the store
   * are not known: then the links stay as their author wrote them.
   */
  rulesOfSteps(): (message: HeldMessage, brand: BrandProfile) => LinkRules | undefined {
    const known = new Map<string, LinkRules | undefined>();
    return ({ executionId, stepId, variant, tracking }, { storeUrl, hosts }) => {
      const content = variant === null ? stepId : `${stepId}-${variant}`;
      const key = `${executionId}/${content}`;
      if (!known.has(key)) {
        const { campaign, opens = false, hosts: others = [] } = tracking;
        const frontPage = storeUrl ?? `https://${hosts[0]}/`;
        const rules = { hosts: [...hosts, ...others], frontPage, campaign, content, opens };
        known.set(key, hosts.length > 0 ? this.tokens.rules(rules) : undefined);
      }
      return known.get(key);
    };
  }

  /** The links of an email lead nowhere until their targets are stored. */
  async store(retailerId: string, emails: readonly (Filled | Finished)[]): Promise<void> {
    const made = emails.flatMap((one) => ('problem' in one ? [] : one));
    await this.targets.store(
      retailerId,
      made.flatMap(({ targets = [] }) => targets),
    );
    this.clicks.dropped(made.reduce((sum, { dropped = 0 }) => sum + dropped, 0));
  }
}
