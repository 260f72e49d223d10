import type { DynamicModule, Type } from '@nestjs/common';
import { PlatformAApiModule, PlatformAModule } from './platform-a/platform-a.module.js';
import { PlatformBApiModule, PlatformBModule } from './platform-b/platform-b.module.js';

/** The modules of one platform. */
export interface PlatformModules {
  /** For every process. Registers the platform's connector and its processor of deliveries. */
  readonly worker: Type | DynamicModule;
  /** The routes, for api processes. */
  readonly api: Type | DynamicModule;
}

/** Every platform of the service; see docs/architecture/platforms.md. */
export const PLATFORM_MODULES: readonly PlatformModules[] = [
  { worker: PlatformAModule, api: PlatformAApiModule },
  { worker: PlatformBModule, api: PlatformBApiModule },
];
