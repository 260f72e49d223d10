import { headers, share, text, webUrl } from '../types.js';
import type { Section } from '../variable.js';

export const TRACING = {
  title: 'Tracing',
  about: 'Off by default. The names are those of OpenTelemetry.',
  variables: {
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      type: webUrl,
      about: `The base URL of a collector that accepts OTLP over HTTP, such as http://127.0.0.1:4318. /v1/traces is added, and
        spans are sent as JSON.`,
      otherwise: 'nothing is traced, and nothing of tracing is loaded',
    },
    OTEL_EXPORTER_OTLP_HEADERS: {
      type: headers,
      about: 'Headers for the collector, for example a token.',
    },
    OTEL_SERVICE_NAME: {
      type: text,
      about: 'The name of the service in its spans.',
      fallback: 'rekindle',
    },
    OTEL_TRACES_SAMPLER_ARG: {
      type: share,
      about: `The share of requests and deliveries whose traces are recorded, each as a whole. A span costs about 4 us of CPU,
        and a delivery at the api about 120.`,
      fallback: '0.02',
    },
  },
} as const satisfies Section;
