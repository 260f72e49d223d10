import { isPrefetch, isRobotAgent } from '#libs/lift';
import type { MessageRef } from '../tokens/link-tokens.js';
import type { AgentKind } from './link-click.entity.js';

/** One request for a link, as it came in. It says nothing about where the request came from. */
export interface ClickRequest {
  readonly message: MessageRef;
  readonly linkId: string;
  /** The number of different links in the email. */
  readonly links: number;
  readonly at: Date;
  readonly method: string;
  readonly agent: AgentKind;
  readonly prefetch: boolean;
  readonly trap: boolean;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** What the head of a request says about the program that sent it. */
export function readAgent(headers: Headers): Pick<ClickRequest, 'agent' | 'prefetch'> {
  const agent = headers['user-agent']?.toString() ?? '';
  return {
    agent: agent === '' ? 'none' : isRobotAgent(agent) ? 'robot' : 'browser',
    prefetch: isPrefetch((name) => headers[name]?.toString()),
  };
}

/** Whether the request by itself shows that a program sent it. */
export const looksLikeRobot = ({ method, agent, prefetch, trap }: Omit<ClickRequest, 'message' | 'at'>): boolean =>
  trap || prefetch || method !== 'GET' || agent !== 'browser';
