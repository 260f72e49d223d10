export { openTracer } from './open-tracer.js';
export * from './traceparent.js';
export { DROP_REASONS, type DropReason, type Span, TRACER, type Tracer } from './tracer.js';
