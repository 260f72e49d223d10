import type { DynamicModule, Type } from '@nestjs/common';
import { PlatformAApiModule, PlatformAModule } from './platform-a/platform-a.module.js';
import { PlatformBApiModule, PlatformBModule } from './platform-b/platform-b.module.js';

/** A platform as the service is composed of it. */
export interface PlatformModules {
  /** What every process has; it registers the platform's connector and its processor of deliveries. */
  readonly worker: Type | DynamicModule;
  /** What an api process answers on top. */
  readonly api: Type | DynamicModule;
}

/** Every platform of the service; see docs/architecture/platforms.md. */
export const PLATFORM_MODULES: readonly PlatformModules[] = [
  { worker: PlatformAModule, api: PlatformAApiModule },
  { worker: PlatformBModule, api: PlatformBApiModule },
];
