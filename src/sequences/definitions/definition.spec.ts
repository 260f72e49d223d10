import { describe, expect, it } from 'vitest';
import type { SequenceDefinition } from './definition.dto.js';
import { checkDefinition, chosenSteps, normalise } from './definition.js';

const STEP = { id: 'one', delay: 'PT0S', subject: 'Hello', body: 'Hello' };
const GOOD: SequenceDefinition = { brandId: 'b', name: 'n', segment: 's', steps: [STEP] };

describe('checkDefinition', () => {
  it.each<[what: string, change: Partial<SequenceDefinition>, pointers: string[]]>([
    ['accepts a correct definition', {}, []],
    ['requires a segment for its trigger', { segment: undefined, trigger: 'segment_entered' }, ['/segment']],
    ['accepts IANA time zones', { timeZone: 'America/Argentina/Buenos_Aires' }, []],
    ['refuses unknown time zones', { timeZone: 'Europe/Atlantis' }, ['/timeZone']],
    ['refuses UTC offsets', { timeZone: '+01:00' }, ['/timeZone']],
    ['requires days for the policy after', { reentry: { policy: 'after' } }, ['/reentry/days']],
    ['refuses days for the policy once', { reentry: { policy: 'once', days: 3 } }, ['/reentry/days']],
    ['refuses empty quiet hours', { quietHours: { from: '21:00', to: '21:00' } }, ['/quietHours/to']],
    ['refuses a delay that is not a duration', { steps: [{ ...STEP, delay: '3 days' }] }, ['/steps/0/delay']],
    ['refuses two sources', { steps: [{ ...STEP, html: '<p>' }] }, ['/steps/0']],
    ['refuses a step without a source', { steps: [{ ...STEP, body: undefined }] }, ['/steps/0']],
    ['refuses two steps with one id', { steps: [STEP, STEP] }, ['/steps/1/id']],
    [
      'lists all mistakes',
      { timeZone: 'x', steps: [STEP, { ...STEP, id: 'two', delay: '' }] },
      ['/timeZone', '/steps/1/delay'],
    ],
  ])('%s', (_what, change, pointers) => {
    expect(checkDefinition({ ...GOOD, ...change }).map(({ pointer }) => pointer)).toEqual(pointers);
  });
});

describe('normalise', () => {
  it('gives equal definitions the same JSON, with keys in any order and defaults written or not', () => {
    const spelled: SequenceDefinition = {
      steps: [{ body: 'Hello', subject: 'Hello', delay: 'PT0S', id: 'one' }],
      reentry: { policy: 'once' },
      exitOnLeave: true,
      trigger: 'manual',
      segment: 's',
      name: 'n',
      brandId: 'b',
    };
    expect(JSON.stringify(normalise(spelled))).toBe(JSON.stringify(normalise(GOOD)));
    expect(JSON.stringify(normalise({ ...GOOD, exitOnLeave: false }))).not.toBe(JSON.stringify(normalise(GOOD)));
  });
});

describe('chosenSteps', () => {
  const steps = ['one', 'two', 'three'].map((id) => ({ ...STEP, id }));
  it.each<[choice: 'first' | 'all' | string[], ids: string[]]>([
    ['all', ['one', 'two', 'three']],
    ['first', ['one']],
    [
      ['three', 'one'],
      ['one', 'three'],
    ],
  ])('takes %j in the order of the sequence', (choice, ids) => {
    expect(chosenSteps(steps, choice)).toEqual(ids);
  });
});
