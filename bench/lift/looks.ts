import {
  ALPHA,
  customersEvidence,
  type GroupSums,
  type Groups,
  liftResult,
  revenueEffect,
  RunningSums,
} from '#libs/lift';
import { tTest, zTest } from './naive.js';
import type { Story } from './story.js';

/** Which tests raised an alarm, at any of their looks. */
export interface Alarms {
  customers: boolean;
  revenue: boolean;
  zDaily: boolean;
  zOnce: boolean;
  tDaily: boolean;
}

const PROVEN = Math.log(1 / ALPHA);
/** Nobody computes a test from fewer units. Our verdicts have limits of their own. */
const LEAST_UNITS = 20;
/** The verdict about revenue is too early with fewer returned customers in either group, so nothing is computed. */
const LEAST_RETURNED = 20;

/**
 * Plays a story: our verdicts are looked at after each change, the naive tests at the end of each day. The evidence is
 * computed again only where its counts changed, and the whole result only where there may be an alarm.
 */
export function playStory({ percent, changes }: Story): Alarms {
  const sums = { treated: new RunningSums(), holdout: new RunningSums() };
  const groups = { percent, ...sums };
  const alarms: Alarms = { customers: false, revenue: false, zDaily: false, zOnce: false, tDaily: false };
  let [today, evidence] = [0, 0];
  for (const { day, group, unit, before } of changes) {
    if (Math.floor(day) > today) lookNaively(groups, alarms);
    today = Math.floor(day);
    if (before) sums[group].remove(before);
    sums[group].add(unit);
    if (unit.cameBack || before?.cameBack) evidence = customersEvidence(groups);
    if (!alarms.customers && evidence >= PROVEN) alarms.customers = isCustomersAlarm(groups);
    alarms.revenue ||= isRevenueAlarm(groups);
  }
  lookNaively(groups, alarms);
  alarms.zOnce = mayTest(groups) && zTest(groups);
  return alarms;
}

function isCustomersAlarm(groups: Groups<GroupSums>): boolean {
  const { status } = liftResult(groups);
  return status === 'brought_back' || status === 'drove_away';
}

function isRevenueAlarm(groups: Groups<GroupSums>): boolean {
  if (Math.min(groups.treated.x, groups.holdout.x) < LEAST_RETURNED) return false;
  const { verdict } = revenueEffect(groups);
  return (verdict === 'more' || verdict === 'less') && liftResult(groups).revenue?.verdict === verdict;
}

function lookNaively(groups: Groups<GroupSums>, alarms: Alarms): void {
  if (!mayTest(groups)) return;
  alarms.zDaily ||= zTest(groups);
  alarms.tDaily ||= tTest(groups);
}

const mayTest = ({ treated, holdout }: Groups<GroupSums>): boolean => Math.min(treated.n, holdout.n) >= LEAST_UNITS;
