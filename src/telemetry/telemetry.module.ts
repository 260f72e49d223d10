import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { APP_LOGGER, type AppLogger } from '#libs/kernel';
import { openTracer, TRACER, type Tracer } from '#libs/tracing';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { packageVersion } from '../config/package-version.js';
import { Runtime } from '../config/runtime.js';
import { JobMetrics } from './job.metrics.js';
import { TracingMetrics } from './tracing.metrics.js';

/** The logger, the registry of metrics and the tracer. Every module depends on it, and it depends on none. */
@Module({})
export class TelemetryModule implements OnApplicationShutdown {
  constructor(@Inject(TRACER) private readonly tracer: Tracer | undefined) {}

  static with(logger: AppLogger): DynamicModule {
    return {
      module: TelemetryModule,
      global: true,
      providers: [
        { provide: APP_LOGGER, useValue: logger },
        { provide: Registry, useFactory: newRegistry },
        { provide: TRACER, inject: [Runtime, TracingMetrics], useFactory: tracerOf },
        JobMetrics,
        TracingMetrics,
      ],
      exports: [APP_LOGGER, Registry, TRACER, JobMetrics],
    };
  }

  onApplicationShutdown(): Promise<void> | undefined {
    return this.tracer?.stop();
  }
}

/** Undefined where no collector is configured; then nothing of tracing is loaded. */
function tracerOf({ config: { tracing } }: Runtime, metrics: TracingMetrics): Promise<Tracer> | undefined {
  if (!tracing) return undefined;
  return openTracer({
    ...tracing,
    serviceVersion: packageVersion(),
    onDropped: (reason, spans) => metrics.dropped(reason, spans),
  });
}

/** A registry of its own, so that two services in one process have separate metrics. */
function newRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
