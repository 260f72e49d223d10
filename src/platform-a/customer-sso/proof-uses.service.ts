import { Injectable } from '@nestjs/common';
import { RateLimitsService } from '../../rate-limits/rate-limits.service.js';
import { invalidProof, type Proof } from './proof.js';
import { PlatformAUsedProofsRepository } from './used-proofs.repository.js';

/** Far above the use of an extension that renews its session with each page. */
const USES_OF_A_TOKEN = { name: 'session-token', points: 30, seconds: 60 };

/** Limits the use of proofs: session tokens by a rate, all others to one sign-on. */
@Injectable()
export class PlatformAProofUsesService {
  constructor(
    private readonly limits: RateLimitsService,
    private readonly used: PlatformAUsedProofsRepository,
  ) {}

  /** 429 where a session token is used too often. */
  async limit({ shop, tokenName }: Proof): Promise<void> {
    if (tokenName !== null) await this.limits.spend(USES_OF_A_TOKEN, `${shop} ${tokenName}`);
  }

  /** 401 for the second use of a proof that is accepted once. */
  async useUp(retailerId: string, { singleUse }: Proof): Promise<void> {
    if (singleUse !== null && !(await this.used.use(retailerId, singleUse))) throw invalidProof();
  }
}
