import { number, said, t } from '../../i18n/index.js';

/** Who is left out, by reason, the largest first. */
export function Reasons({ skipped }: { readonly skipped: unknown }) {
  const reasons = Object.entries((skipped ?? {}) as Record<string, number>).toSorted(([, a], [, b]) => b - a);
  if (reasons.length === 0) return null;
  const most = reasons[0]?.[1] ?? 1;
  return (
    <section class="stack tight" aria-labelledby="left-out">
      <h3 id="left-out">{t('reasons.title')}</h3>
      <div class="bars small">
        {reasons.map(([reason, count]) => (
          <>
            <span>{said('reason', reason)}</span>
            <span class="progress" aria-hidden="true">
              <span style={{ display: 'block', width: `${(count / most) * 100}%` }} />
            </span>
            <span class="number">{number(count)}</span>
          </>
        ))}
      </div>
    </section>
  );
}
