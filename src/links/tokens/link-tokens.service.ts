import { Injectable } from '@nestjs/common';
import { Runtime } from '../../config/runtime.js';
import { LinkTokens, type MessageRef } from './link-tokens.js';

/** The tokens of this service, and the addresses that they are part of. */
@Injectable()
export class LinkTokensService extends LinkTokens {
  constructor(private readonly runtime: Runtime) {
    super(runtime.config.email.linkSecrets);
  }

  /** The page that shows the email. */
  viewUrl(message: MessageRef): string {
    return `${this.runtime.publicUrl}/e/${this.ofMessage('view', message)}`;
  }

  /** The image that counts an open. */
  openUrl(message: MessageRef): string {
    return `${this.runtime.publicUrl}/o/${this.ofMessage('open', message)}`;
  }
}
