import type { Schema } from '../api.js';
import { list, said, t } from '../i18n/index.js';
import { Tag } from './parts.js';

type Check = Schema<'DeliverabilityCheck'>;

const TONES = { passed: 'good', failed: 'bad', unknown: 'warn' } as const;

/** What checks of a sender found, and the record that mends it. Checks with one and the same finding share a row. */
export const SenderChecks = ({ checks }: { readonly checks: readonly Check[] }) => (
  <ul class="rows">
    {byFinding(checks).map(([{ name, status, code, values, fix }, ...others]) => (
      <li key={name} class="stack tight">
        <span class="row">
          <Tag tone={TONES[status]}>{said('check', status)}</Tag>
          <strong>{list([name, ...others.map((other) => other.name)].map((each) => said('check', each)))}</strong>
        </span>
        <span class="small quiet">{t(`finding.${code}`, values)}</span>
        {fix ? <code class="mono note" dir="ltr">{`${fix.host} ${fix.type} ${fix.value}`}</code> : null}
      </li>
    ))}
  </ul>
);

function byFinding(checks: readonly Check[]): readonly (readonly [Check, ...Check[]])[] {
  const groups = new Map<string, [Check, ...Check[]]>();
  for (const check of checks) {
    const key = JSON.stringify([check.code, check.values]);
    const group = groups.get(key);
    if (group) group.push(check);
    else groups.set(key, [check]);
  }
  return [...groups.values()];
}
