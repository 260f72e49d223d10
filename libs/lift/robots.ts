/** One request for a link of an email. */
export interface Click {
  readonly link: string;
  /** Since the mail server took the message. */
  readonly secondsAfterSent: number;
  readonly method: string;
  readonly userAgent: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Whether the link is the one that no person sees. */
  readonly trap: boolean;
}

/** Why a click is not a person's. */
export type RobotSign = 'trap' | 'method' | 'prefetch' | 'agent' | 'burst' | 'instant';

const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;
const PREFETCH = /prefetch|preview|prerender/i;
const AGENTS = new RegExp(
  [
    'bot|crawl|spider|scan|preview|headless',
    'proofpoint|mimecast|barracuda|safelinks|trendmicro|fortinet|symantec',
    'curl|wget|python|java/|go-http',
  ].join('|'),
  'i',
);
const TRAP_SECONDS = 60;
const BURST_SECONDS = 10;
const BURST_LINKS = 3;
const INSTANT_SECONDS = 5;

/**
 * Tells robots from people among the clicks on one message, which has `links` links. Each click gets the first sign
 * that holds, or null for a person. A later click can show that an earlier one was a robot's, so the function takes all
 * clicks of the message.
 */
export function robotSigns(clicks: readonly Click[], links: number): readonly (RobotSign | null)[] {
  const traps = clicks.filter(({ trap }) => trap).map(({ secondsAfterSent }) => secondsAfterSent);
  const own = clicks.map(signOfItself);
  const bursts = burstClicks(
    clicks.filter((_click, index) => own[index] === null),
    links,
  );
  return clicks.map((click, index) => {
    const sign = own[index] ?? null;
    if (sign !== null) return sign;
    if (traps.some((at) => Math.abs(at - click.secondsAfterSent) <= TRAP_SECONDS)) return 'trap';
    if (bursts.has(click)) return 'burst';
    return click.secondsAfterSent < INSTANT_SECONDS ? 'instant' : null;
  });
}

/** The sign that a click shows by itself, without the other clicks. */
function signOfItself({ trap, method, headers, userAgent }: Click): RobotSign | null {
  if (trap) return 'trap';
  if (method !== 'GET') return 'method';
  if (isPrefetch((name) => headers[name])) return 'prefetch';
  return isRobotAgent(userAgent) ? 'agent' : null;
}

/** Whether a User-Agent header is empty or names a program. */
export const isRobotAgent = (userAgent: string): boolean => userAgent === '' || AGENTS.test(userAgent);

/** Whether a request says that it loads the page in advance. `header` takes a name in small letters. */
export const isPrefetch = (header: (name: string) => string | undefined): boolean =>
  PURPOSES.some((name) => PREFETCH.test(header(name) ?? ''));

/** The clicks of each ten seconds in which more links are opened than a person reads. One link can't have a burst. */
function burstClicks(clicks: readonly Click[], links: number): ReadonlySet<Click> {
  const bursts = new Set<Click>();
  if (links < 2) return bursts;
  const least = Math.min(BURST_LINKS, links);
  for (const { secondsAfterSent: start } of clicks) {
    const stretch = clicks.filter(({ secondsAfterSent: at }) => at >= start && at <= start + BURST_SECONDS);
    if (new Set(stretch.map(({ link }) => link)).size < least) continue;
    for (const click of stretch) bursts.add(click);
  }
  return bursts;
}
