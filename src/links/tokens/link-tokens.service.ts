import { Injectable } from '@nestjs/common';
import { Runtime } from '../../config/runtime.js';
import type { LinkRules } from '../rewriting/rewrite-links.js';
import { LinkTokens, type MessageRef } from './link-tokens.js';

/** The tokens of this service, and the addresses that they are part of. */
@Injectable()
export class LinkTokensService extends LinkTokens {
  constructor(private readonly runtime: Runtime) {
    super(runtime.config.email.linkSecrets);
  }

  /** The rules for the links of a step, with our address and our key. */
  rules(of: Omit<LinkRules, 'publicUrl' | 'secret'>): LinkRules {
    const { publicUrl, config } = this.runtime;
    return { ...of, publicUrl, secret: config.email.linkSecrets[0] };
  }

  /** The page that shows the email. */
  viewUrl(message: MessageRef): string {
    return `${this.runtime.publicUrl}/e/${this.ofMessage('view', message)}`;
  }
}
