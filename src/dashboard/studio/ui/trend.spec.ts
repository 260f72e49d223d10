import { expect, it } from 'vitest';
import { plotOf } from './trend.js';

const point = (at: number, low: number, estimate: number, high: number) => ({ at, low, estimate, high });

it('draws the interval around the line, with the amount zero inside', () => {
  const plot = plotOf([point(0, -100, 0, 100), point(10, 0, 50, 100)], 200, 100);
  expect(plot).toEqual({
    band: '0.0,0.0 200.0,0.0 200.0,50.0 0.0,100.0',
    line: '0.0,50.0 200.0,25.0',
    zero: 50,
    least: -100,
    most: 100,
  });
  expect(plotOf([point(0, 50, 60, 80), point(1, 50, 60, 80)], 10, 80)).toMatchObject({ zero: 80, least: 0, most: 80 });
});

it('draws something where there is one instant, or nothing but zero', () => {
  expect(plotOf([point(5, 0, 0, 0)], 10, 10)).toMatchObject({ line: '5.0,10.0', zero: 10 });
});
