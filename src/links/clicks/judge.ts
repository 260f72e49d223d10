import { type Click, robotSigns } from '#libs/lift';
import type { LinkClick } from './link-click.entity.js';

export type StoredClick = Readonly<
  Pick<LinkClick, 'linkId' | 'secondsAfterSent' | 'method' | 'agent' | 'prefetch' | 'trap' | 'sign'>
>;

/** Only the kind of the program and of the request is stored. These stand for it. */
const AGENTS = { browser: 'browser', robot: '', none: '' } as const;
const PREFETCH = { purpose: 'prefetch' };

/** The clicks of one message with their signs. */
export function judged<C extends StoredClick>(clicks: readonly C[], links: number): C[] {
  const signs = robotSigns(clicks.map(asClick), links);
  return clicks.map((click, index) => ({ ...click, sign: signs[index] ?? null }));
}

const asClick = ({ linkId, secondsAfterSent, method, agent, prefetch, trap }: StoredClick): Click => ({
  link: linkId,
  secondsAfterSent,
  method,
  userAgent: AGENTS[agent],
  headers: prefetch ? PREFETCH : {},
  trap,
});
