import type { ResultsAnswer } from './results.dto.js';

interface Interval {
  readonly estimate: Value;
  readonly low: Value;
  readonly high: Value;
}
type Value = { readonly amount: string; readonly currency: string } | string | number | boolean | null;
type Group = 'treated' | 'holdout' | '';

const HEADER = 'experiment,asOf,metric,group,value,low,high,unit';
const GROUPS = ['treated', 'holdout'] as const;

/** The figures of an answer as CSV, one to a line. No cell can be a formula: none begins with text from outside. */
export function resultsCsv(answer: ResultsAnswer): string {
  const { experiment, asOf, assigned, open, soFar, closed, customers, revenue, orders, exposure, attributed } = answer;
  const lines: string[] = [];
  const add = (
    metric: string,
    group: Group,
    value: Value,
    unit: string,
    { low = null, high = null } = NO_ENDS,
  ): void => {
    const cells = [experiment?.number ?? '', asOf.toISOString(), metric, group, ...[value, low, high].map(cell), unit];
    lines.push(cells.join(','));
  };
  const addInterval = (metric: string, interval: Interval, unit: string): void =>
    add(metric, '', interval.estimate, unit, interval);
  add('status', '', answer.status, 'text');
  for (const group of GROUPS) {
    add('assigned', group, assigned[group], 'customers');
    add('open', group, open[group], 'customers');
    add('soFar.cameBack', group, soFar[group].cameBack, 'customers');
    const figures = closed[group];
    add('closed.customers', group, figures.customers, 'customers');
    add('closed.cameBack', group, figures.cameBack, 'customers');
    add('closed.rate', group, figures.rate, 'fraction');
    add('closed.orders', group, figures.orders, 'orders');
    add('closed.revenue', group, figures.revenue, figures.revenue.currency);
    add('closed.unsubscribed', group, figures.unsubscribed, 'customers');
    add('closed.erased', group, figures.erased, 'customers');
    add('exposure.mailedByOthers', group, exposure.mailedByOthers[group], 'customers');
  }
  add('exposure.mailed', 'treated', exposure.treatedMailed, 'customers');
  add('exposure.mailed', 'holdout', exposure.holdoutMailed, 'customers');
  add('customers.pValue', '', customers.pValue, 'probability');
  addInterval('customers.difference', customers.difference, 'fraction');
  addInterval('customers.relativeLift', customers.relativeLift, 'fraction');
  addInterval('customers.incremental', customers.incremental, 'customers');
  const { currency } = closed.treated.revenue;
  addInterval('revenue.perCustomer', revenue.perCustomer, currency);
  addInterval('revenue.incremental', revenue.incremental, currency);
  addInterval('orders.perCustomer', orders.perCustomer, 'orders');
  addInterval('orders.incremental', orders.incremental, 'orders');
  add('split.plannedPercent', '', answer.split.plannedPercent, 'percent');
  add('split.observedPercent', '', answer.split.observedPercent, 'percent');
  for (const by of ['byCode', 'byClick', 'byEither'] as const) {
    add(`attributed.${by}.orders`, 'treated', attributed[by].orders, 'orders');
    add(`attributed.${by}.revenue`, 'treated', attributed[by].revenue, currency);
  }
  add('attributed.clicks.human', 'treated', attributed.clicks.human, 'clicks');
  add('attributed.clicks.robot', 'treated', attributed.clicks.robot, 'clicks');
  return [HEADER, ...lines, ''].join('\r\n');
}

const NO_ENDS: { readonly low?: Value; readonly high?: Value } = {};

/** A negative number stays a number: a spreadsheet reads it as one, and not as a formula. */
const cell = (value: Value): string => (value === null ? '' : typeof value === 'object' ? value.amount : String(value));
