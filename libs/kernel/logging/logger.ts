import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import { redactText, SECRET_KEYS } from './redact.js';
import { currentRequestId, loggedTrace } from './request-context.js';

export type AppLogger = Logger;
/** Injection token of the process's `AppLogger`. */
export const APP_LOGGER = Symbol('logger');

export interface LoggerOptions {
  /** pino level: trace, debug, info, warn, error, fatal, silent. */
  readonly level: string;
  /** Whether to write lines for people instead of JSON. */
  readonly pretty: boolean;
}

/**
 * Writes lines with the request id of the running work. Secrets are removed twice: by key, and from the finished text.
 */
export function createLogger({ level, pretty }: LoggerOptions): AppLogger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`]), censor: '[redacted]' },
    mixin: () => {
      const requestId = currentRequestId();
      if (!requestId) return {};
      const trace = loggedTrace();
      // The names that collectors of logs know.
      return trace ? { requestId, trace_id: trace.traceId, span_id: trace.spanId } : { requestId };
    },
    hooks: { streamWrite: redactText },
    ...(pretty && level !== 'silent'
      ? { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', singleLine: true, destination: 2 } } }
      : {}),
  });
}

/** Sends Nest's own messages to the same logger. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: AppLogger) {}

  log = (message: unknown, context?: string): void => this.logger.debug({ context }, text(message));
  warn = (message: unknown, context?: string): void => this.logger.warn({ context }, text(message));
  debug = (message: unknown, context?: string): void => this.logger.debug({ context }, text(message));
  verbose = (message: unknown, context?: string): void => this.logger.trace({ context }, text(message));
  error = (message: unknown, stack?: string, context?: string): void =>
    this.logger.error({ context, stack }, text(message));
}

const text = (message: unknown): string =>
  typeof message === 'string' ? message : message instanceof Error ? message.message : JSON.stringify(message);
