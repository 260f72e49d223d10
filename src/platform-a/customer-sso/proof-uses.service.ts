import { Injectable } from '@nestjs/common';
import { RateLimitsService } from '../../rate-limits/rate-limits.service.js';
import { invalidProof, type Proof } from './proof.js';
import { PlatformAUsedProofsRepository } from './used-proofs.repository.js';

/** An extension that renews its session with each page stays far below. */
const USES_OF_A_TOKEN = { name: 'session-token', points: 30, seconds: 60 };

/** How often a proof may sign somebody on: once, or for session tokens so often in a minute. */
@Injectable()
export class PlatformAProofUsesService {
  constructor(
    private readonly limits: RateLimitsService,
    private readonly used: PlatformAUsedProofsRepository,
  ) {}

  /** 429 where a token that may be used again is used too often. */
  async limit({ shop, tokenName }: Proof): Promise<void> {
    if (tokenName !== null) await this.limits.spend(USES_OF_A_TOKEN, `${shop} ${tokenName}`);
  }

  /** 401 for the second use of a proof that is good for one. */
  async useUp(retailerId: string, { singleUse }: Proof): Promise<void> {
    if (singleUse !== null && !(await this.used.use(retailerId, singleUse))) throw invalidProof();
  }
}
