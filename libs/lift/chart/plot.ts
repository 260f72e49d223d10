import type { LiftLanguage } from '../texts/lift-texts.js';
import type { IntervalPoint } from './interval-points.js';
import { valueAxis } from './scale.js';

const PLOT = { left: 72, right: 608, top: 60, bottom: 276 };
/** How many dates stand below the plot at most. */
const DATES = 4;
/** How wide an interval is drawn where there is only one point in time. */
const BAR = 16;

interface Place {
  readonly x: number;
  readonly low: number;
  readonly estimate: number;
  readonly high: number;
}

/** The lines of the values, the band of the intervals, the line of the estimates, and the dates. */
export function drawPlot(points: readonly IntervalPoint[], language: LiftLanguage): string {
  const { low, high, ticks } = valueAxis(points);
  const y = (value: number): number =>
    rounded(PLOT.bottom - ((Math.min(high, Math.max(low, value)) - low) / (high - low)) * (PLOT.bottom - PLOT.top));
  const times = points.map(({ at }) => at.getTime());
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const x = (time: number): number =>
    rounded(first === last ? PLOT.right : PLOT.left + ((time - first) / (last - first)) * (PLOT.right - PLOT.left));
  const places = points.map((point): Place => ({
    x: x(point.at.getTime()),
    low: y(point.low),
    estimate: y(point.estimate),
    high: y(point.high),
  }));
  return (
    gridOf(ticks, y, language) + bandOf(first === last ? widened(places) : places) + datesOf(first, last, language)
  );
}

function bandOf(places: readonly Place[]): string {
  const path = (from: readonly Place[], value: 'low' | 'estimate' | 'high'): string =>
    from.map((place) => `${place.x} ${place[value]}`).join('L');
  const end = places.at(-1);
  return (
    `<path class="band" d="M${path(places, 'high')}L${path(places.toReversed(), 'low')}Z"/>` +
    `<path class="line" stroke-width="2" d="M${path(places, 'estimate')}"/>` +
    (end ? `<circle class="dot" cx="${end.x}" cy="${end.estimate}" r="4"/>` : '')
  );
}

function gridOf(ticks: readonly number[], y: (value: number) => number, language: LiftLanguage): string {
  const format = new Intl.NumberFormat(language, { numberingSystem: 'latn' });
  const lines = ticks.map(
    (tick) =>
      `<path class="${tick === 0 ? 'zero' : 'grid'}" d="M${PLOT.left} ${y(tick)}H${PLOT.right}"/>` +
      `<text class="text" x="${PLOT.left - 8}" y="${y(tick) + 4}" font-size="12" text-anchor="end" direction="ltr">` +
      `${format.format(tick)}</text>`,
  );
  return lines.join('');
}

function datesOf(first: number, last: number, language: LiftLanguage): string {
  const format = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
    numberingSystem: 'latn',
    calendar: 'gregory',
  });
  const count = first === last ? 1 : DATES;
  const labels = Array.from({ length: count }, (_, index) => {
    const share = count === 1 ? 1 : index / (count - 1);
    return { x: PLOT.left + share * (PLOT.right - PLOT.left), text: format.format(first + share * (last - first)) };
  });
  // A span of a few days has fewer dates than places.
  const different = labels.filter(({ text }, index) => text !== labels[index - 1]?.text);
  return different
    .map(
      ({ x, text }) =>
        `<text class="text" x="${rounded(x)}" y="300" font-size="12" text-anchor="middle">${text}</text>`,
    )
    .join('');
}

const widened = (places: readonly Place[]): Place[] =>
  places.slice(-1).flatMap((place) => [{ ...place, x: place.x - BAR }, place]);

const rounded = (value: number): number => Math.round(value * 10) / 10;
