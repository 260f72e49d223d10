import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

const LONGEST_SECONDS = 30;

/** The seconds of `Prefer: wait=N` (RFC 7240): at most 30, and 0 without it. */
export function waitSeconds(prefer: string | string[] | undefined): number {
  const preferences = [prefer ?? []].flat().flatMap((line) => line.split(/[,;]/));
  const [wait] = preferences.flatMap((preference) => /^\s*wait\s*=\s*"?(\d{1,6})"?\s*$/i.exec(preference)?.[1] ?? []);
  return Math.min(Number(wait ?? 0), LONGEST_SECONDS);
}

export const PreferWait = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  waitSeconds(context.switchToHttp().getRequest<FastifyRequest>().headers['prefer']),
);
