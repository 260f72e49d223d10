import { describe, expect, it } from 'vitest';
import type { Run } from '../runs/run.js';
import { outlookOf } from './outlook.js';

const outlook = (prospect: Partial<Run['prospect']>, audience: number, holdout?: object) =>
  outlookOf({ prospect, audience, definition: { holdout } } as unknown as Run);

describe('outlookOf', () => {
  it('plans at the rate of the store and the percent of the sequence', () => {
    expect(outlook({ baseRate: 0.06, perWeek: 100 }, 600, { percent: 20, windowDays: 14 })).toEqual({
      baseRate: 0.06,
      perWeek: 100,
      percent: 20,
      suggestedPercent: 50,
      rows: [
        { relativeLift: 0.25, recipients: 25_110, weeks: 254, audienceSuffices: false },
        { relativeLift: 0.5, recipients: 7_400, weeks: 76, audienceSuffices: false },
        { relativeLift: 1, recipients: 2_440, weeks: 27, audienceSuffices: false },
      ],
      notices: ['only_doubling'],
    });
  });

  it('plans at half of the people where nobody is held back, and says so', () => {
    const answer = outlook({ baseRate: 0.06, perWeek: 0 }, 5_000);
    expect(answer).toMatchObject({ percent: 0, suggestedPercent: 50, notices: ['no_holdout'] });
    expect(answer?.rows[2]).toEqual({ relativeLift: 1, recipients: 1_310, weeks: null, audienceSuffices: true });
  });

  it('warns stores with too few people for a doubling', () => {
    expect(outlook({ baseRate: 0.06, perWeek: 1 }, 400, { percent: 50 })?.notices).toEqual(['only_tripling']);
    expect(outlook({ baseRate: 0.3, perWeek: 1 }, 400, { percent: 50 })?.notices).toEqual(['only_tripling']);
    expect(outlook({ baseRate: 0.3, perWeek: 9 }, 400, { percent: 50 })?.notices).toEqual([]);
  });

  it('plans at a tenth of the people once the effect is proven', () => {
    const answer = outlook({ baseRate: 0.06, perWeek: 100, proven: true }, 0);
    expect(answer).toMatchObject({ suggestedPercent: 10, rows: [{}, {}, { recipients: 4_580 }] });
  });

  it('leaves out effects that are more than everybody, and says nothing where the past is not known', () => {
    expect(outlook({ baseRate: 0.7, perWeek: 9 }, 0)?.rows.map(({ relativeLift }) => relativeLift)).toEqual([0.25]);
    expect(outlook(null, 100)).toBeNull();
  });
});
