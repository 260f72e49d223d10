/**
 * Decides from a growing number of emails whether too many go wrong. It may be asked after every email, which does not
 * make false alarms likelier.
 */
export interface RateLimit {
  /** The rate that is fine. */
  readonly fine: number;
  /** Rates that are not, with the weight of each; the weights add up to 1. */
  readonly bad: readonly (readonly [rate: number, weight: number])[];
  /** Fewer cases decide nothing. */
  readonly leastCases: number;
}

/**
 * Gmail and Yahoo ask senders to stay below 0.1 % complaints and never to reach 0.3 %. With these weights, from 3,350
 * emails on the limit is passed at 0.3 % at the latest. Before that, three to ten complaints decide.
 */
export const COMPLAINTS: RateLimit = {
  fine: 0.001,
  bad: [
    [0.003, 0.6],
    [0.01, 0.2],
    [0.1, 0.2],
  ],
  leastCases: 3,
};

/** Services that send emails review senders from 5 % hard bounces on. */
export const HARD_BOUNCES: RateLimit = {
  fine: 0.02,
  bad: [
    [0.05, 0.6],
    [0.1, 0.2],
    [0.3, 0.2],
  ],
  leastCases: 10,
};

/** The chance of a false alarm in all looks together, at the fine rate. */
const FALSE_ALARM = 0.02;

/**
 * A mixture of Wald's sequential probability ratio tests, without an end in favour of the fine rate. After n emails
 * with k cases, the evidence for the bad rates q_i with weights w_i against the fine rate p is
 *
 *   M = sum of w_i * (q_i / p)^k * ((1 - q_i) / (1 - p))^(n - k)
 *
 * At a rate of p or less, M is a supermartingale that starts at 1. So by Ville's inequality the chance that M ever
 * reaches 1 / 0.02 is at most 2 %.
 *
 * Sources: A. Wald, Sequential Tests of Statistical Hypotheses (1945); J. Ville, Étude critique de la notion de
 * collectif (1939); H. Robbins, Statistical Methods Related to the Law of the Iterated Logarithm (1970), for mixtures.
 */
export function isTooMuch({ fine, bad, leastCases }: RateLimit, emails: number, cases: number): boolean {
  if (cases < leastCases) return false;
  const clean = Math.max(0, emails - cases);
  const evidence = bad.map(
    ([rate, weight]) => Math.log(weight) + cases * Math.log(rate / fine) + clean * Math.log((1 - rate) / (1 - fine)),
  );
  const most = Math.max(...evidence);
  const sum = most + Math.log(evidence.reduce((total, one) => total + Math.exp(one - most), 0));
  return sum >= -Math.log(FALSE_ALARM);
}
