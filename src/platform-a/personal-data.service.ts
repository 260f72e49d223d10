import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PersonalDataService, type PersonalDataSource } from '../personal-data/personal-data.service.js';

/** The tables of platform A: proofs of sign-ons, subscriptions to the app, and codes that are being added. */
@Injectable()
export class PlatformAPersonalDataService implements PersonalDataSource, OnModuleInit {
  readonly name = 'platform-a';
  readonly layer = 'feature';
  readonly tables = ['platform_a_used_proofs', 'platform_a_app_subscriptions', 'platform_a_code_creations'];
  /** Kept by a purge, which must not break a reinstall that is under way. */
  readonly survives = { platform_a_oauth_states: 'hashes of random values, which are useless after ten minutes' };

  constructor(private readonly personalData: PersonalDataService) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }
}
