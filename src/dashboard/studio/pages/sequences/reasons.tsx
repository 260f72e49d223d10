import { number, said, t } from '../../i18n/index.js';

interface ReasonsProps {
  readonly counts: Readonly<Record<string, number>>;
  readonly unit: 'people' | 'emails';
  /** Where those who were left out for a reason are listed. */
  readonly place?: (reason: string) => string;
}

/** Who or what is left out, by reason, the largest first. */
export function Reasons({ counts, unit, place }: ReasonsProps) {
  const reasons = Object.entries(counts).toSorted(([, a], [, b]) => b - a);
  if (reasons.length === 0) return null;
  const most = reasons[0]?.[1] ?? 1;
  return (
    <section class="stack tight" aria-labelledby="left-out">
      <h3 id="left-out">{t(`reasons.${unit}`)}</h3>
      <div class="bars small">
        {reasons.map(([reason, count]) => (
          <>
            <span>{place ? <a href={place(reason)}>{said('reason', reason)}</a> : said('reason', reason)}</span>
            <span class="progress" aria-hidden="true">
              <span style={{ display: 'block', width: `${(count / most) * 100}%` }} />
            </span>
            <span class="number">
              {place ? (
                <a href={place(reason)} aria-label={`${said('reason', reason)}: ${number(count)}`}>
                  {number(count)}
                </a>
              ) : (
                number(count)
              )}
            </span>
          </>
        ))}
      </div>
    </section>
  );
}
