export { openTracer } from './open-tracer.js';
export * from './traceparent.js';
export { type Span, TRACER, type Tracer } from './tracer.js';
