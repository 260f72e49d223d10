import type { Tracer, TracerOptions } from './tracer.js';

/** Loads the exporter only where it is needed. */
export async function openTracer(options: TracerOptions): Promise<Tracer> {
  const { OtlpTracer } = await import('./otlp-tracer.js');
  return new OtlpTracer(options);
}
