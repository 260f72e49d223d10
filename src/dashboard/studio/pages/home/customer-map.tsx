import { money, number, t } from '../../i18n/index.js';
import { href } from '../../router.js';
import type { HomeFigures } from './calls.js';

const FIFTHS = [1, 2, 3, 4, 5] as const;
/** The darkest square. More would leave too little contrast to the number in it. */
const DARKEST = 0.42;

interface MapProps {
  readonly cells: HomeFigures['rfm'];
  readonly currency: string | null;
}

/** Customers by how recently and how often they ordered. Each square leads to a segment of its people. */
export function CustomerMap({ cells, currency }: MapProps) {
  const most = Math.max(1, ...cells.map(({ customers }) => customers));
  return (
    <section class="card stack" aria-labelledby="map">
      <h2 id="map">{t('home.map')}</h2>
      {cells.length === 0 ? (
        <p class="quiet">{t('home.mapNone')}</p>
      ) : (
        <>
          <p class="small quiet">{t('home.mapHint')}</p>
          <div class="map">
            {FIFTHS.toReversed().map((recency) => (
              <>
                <span class="axis" aria-hidden="true">
                  {rowName(recency)}
                </span>
                {FIFTHS.map((frequency) => {
                  const cell = cells.find((each) => each.recency === recency && each.frequency === frequency);
                  const count = cell?.customers ?? 0;
                  const style = { '--share': String(count === 0 ? 0.03 : 0.06 + (count / most) * DARKEST) };
                  if (count === 0) return <span class="cell" style={style} aria-hidden="true" />;
                  const spent = money(cell?.spent ?? '0', currency);
                  return (
                    <a
                      key={frequency}
                      href={segmentOf(recency, frequency)}
                      style={style}
                      aria-label={t('home.cell', { n: count, spent, recency, frequency })}
                      title={t('home.cell', { n: count, spent, recency, frequency })}
                    >
                      {number(count)}
                    </a>
                  );
                })}
              </>
            ))}
            <span class="axis" aria-hidden="true" />
            {FIFTHS.map((frequency) => (
              <span key={frequency} class="axis" aria-hidden="true">
                {number(frequency)}
              </span>
            ))}
            <span class="ends" aria-hidden="true">
              <span>{t('home.axisRarely')}</span>
              <span>{t('home.axisOften')}</span>
            </span>
          </div>
        </>
      )}
    </section>
  );
}

/** The fifth, with a word at both ends of the axis. */
function rowName(recency: number): string {
  const word = recency === 1 ? t('home.axisLongAgo') : recency === FIFTHS.length ? t('home.axisRecent') : '';
  return `${word} ${number(recency)}`.trim();
}

function segmentOf(recency: number, frequency: number): string {
  const criteria = { rfm: { recency: [recency, recency], frequency: [frequency, frequency] } };
  return `${href('segments', 'new')}?criteria=${encodeURIComponent(JSON.stringify(criteria))}`;
}
