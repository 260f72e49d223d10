import type { Schema } from '../api.js';
import { date, money, t, WITHOUT_CENTS } from '../i18n/index.js';
import { plotOf } from './trend.js';

const [WIDTH, HEIGHT] = [360, 150];
const [START, TOP] = [64, 12];
/** The least space between two lines of text. */
const LINE = 14;
const FLOOR = HEIGHT + TOP;

/** Ends of intervals are rounded outward where they have no cents, as in the sentences about results. */
const outward = (value: number, round: (value: number) => number): number =>
  Math.abs(value) >= WITHOUT_CENTS ? round(value) : value;

/** The won-back revenue over time with its interval. Time runs to the right in all languages. */
export function TrendChart({ trend: { points, currency } }: { readonly trend: Schema<'RevenueTrendAnswer'> }) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return <p class="small quiet">{t('trend.early')}</p>;
  const { band, line, zero, least, most } = plotOf(
    points.map(({ at, estimate, low, high }) => ({
      at: Date.parse(at),
      estimate: Number(estimate),
      low: Number(low),
      high: Number(high),
    })),
    WIDTH - START,
    HEIGHT,
  );
  const ofAxis = (value: number): string => money(value, currency, least, most);
  const about = {
    when: date(last.at),
    estimate: money(last.estimate, currency),
    low: money(outward(Number(last.low), Math.floor), currency),
    high: money(outward(Number(last.high), Math.ceil), currency),
  };
  const isOne = first.at === last.at;
  const ends = [[TOP, outward(most, Math.ceil)] as const, [FLOOR, outward(least, Math.floor)] as const].filter(
    ([y]) => Math.abs(y - TOP - zero) >= LINE,
  );
  const marks = [[TOP + zero, 0] as const, ...ends];
  return (
    <figure class="stack tight">
      <svg
        class="chart"
        viewBox={`0 0 ${WIDTH} ${FLOOR + 24}`}
        direction="ltr"
        role="img"
        aria-label={t('trend.about', about)}
      >
        <g transform={`translate(${START} ${TOP})`}>
          <line class="zero" x1="0" x2={WIDTH - START} y1={zero} y2={zero} />
          {isOne ? (
            <>
              <polyline class="interval" points={band} />
              <circle class="point" cx={line.split(',')[0]} cy={line.split(',')[1]} r="5" />
            </>
          ) : (
            <>
              <polygon class="band" points={band} />
              <polyline class="line" points={line} />
            </>
          )}
        </g>
        {marks.map(([y, value]) => (
          <text key={y} x={START - 8} y={y + 4} text-anchor="end">
            {ofAxis(value)}
          </text>
        ))}
        {date(first.at) === date(last.at) ? null : (
          <text x={START} y={FLOOR + 20}>
            {date(first.at)}
          </text>
        )}
        <text x={isOne ? START + (WIDTH - START) / 2 : WIDTH} y={FLOOR + 20} text-anchor={isOne ? 'middle' : 'end'}>
          {date(last.at)}
        </text>
      </svg>
      <figcaption class="small quiet">{t(isOne ? 'trend.one' : 'trend.hint')}</figcaption>
    </figure>
  );
}
