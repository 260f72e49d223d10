import { describe, expect, it } from 'vitest';
import type { SequenceDefinition } from './definition.dto.js';
import { checkDefinition, chosenSteps, normalise } from './definition.js';

const STEP = { id: 'one', delay: 'PT0S', subject: 'Hello', body: 'Hello' };
const GOOD: SequenceDefinition = { brandId: 'b', name: 'n', segment: 's', steps: [STEP] };

const after = (more: object): SequenceDefinition['steps'][number] => ({ ...STEP, id: 'two', ...more });

describe('checkDefinition', () => {
  it.each<[what: string, change: Partial<SequenceDefinition>, pointers: string[]]>([
    ['accepts a correct definition', {}, []],
    ['requires a segment for its trigger', { segment: undefined, trigger: 'segment_entered' }, ['/segment']],
    ['accepts IANA time zones', { timeZone: 'America/Argentina/Buenos_Aires' }, []],
    ['refuses unknown time zones', { timeZone: 'Europe/Atlantis' }, ['/timeZone']],
    ['refuses UTC offsets', { timeZone: '+01:00' }, ['/timeZone']],
    ['accepts languages', { language: 'pt-BR' }, []],
    ['refuses what is no language', { language: 'not a tag' }, ['/language']],
    ['refuses languages that nobody can write', { language: 'xx' }, ['/language']],
    ['requires days for the policy after', { reentry: { policy: 'after' } }, ['/reentry/days']],
    ['refuses days for the policy once', { reentry: { policy: 'once', days: 3 } }, ['/reentry/days']],
    ['refuses empty quiet hours', { quietHours: { from: '21:00', to: '21:00' } }, ['/quietHours/to']],
    ['refuses a delay that is not a duration', { steps: [{ ...STEP, delay: '3 days' }] }, ['/steps/0/delay']],
    ['refuses two sources', { steps: [{ ...STEP, html: '<p>' }] }, ['/steps/0']],
    ['refuses a step without a source', { steps: [{ ...STEP, body: undefined }] }, ['/steps/0']],
    ['refuses two steps with one id', { steps: [STEP, STEP] }, ['/steps/1/id']],
    ['accepts an instant', { schedule: { at: '2026-11-27T08:00:00.000Z' } }, []],
    ['accepts a local hour with any trigger', { trigger: 'segment_entered', schedule: { localHour: 9 } }, []],
    ['refuses an empty schedule', { schedule: {} }, ['/schedule']],
    ['refuses both schedules', { schedule: { at: '2026-11-27T08:00:00.000Z', localHour: 9 } }, ['/schedule']],
    [
      'refuses an instant for customers who enter',
      { trigger: 'segment_entered', schedule: { at: '2026-11-27T08:00:00.000Z' } },
      ['/schedule/at'],
    ],
    ['accepts a condition on an earlier step', { steps: [STEP, after({ when: { clicked: 'one' } })] }, []],
    ['accepts a segment in the first step', { steps: [{ ...STEP, unless: { inSegment: 'VIP' } }] }, []],
    [
      'refuses when beside unless',
      { steps: [STEP, after({ when: { clicked: 'one' }, unless: { ordered: 'one' } })] },
      ['/steps/1/unless'],
    ],
    [
      'refuses an unknown step in a condition',
      { steps: [STEP, after({ when: { clicked: 'none' } })] },
      ['/steps/1/when/clicked'],
    ],
    [
      'refuses a later step and the step itself in conditions',
      { steps: [{ ...STEP, unless: { ordered: 'two' } }, after({ when: { redeemed: 'two' } })] },
      ['/steps/0/unless/ordered', '/steps/1/when/redeemed'],
    ],
    ['refuses an empty condition', { steps: [STEP, after({ when: {} })] }, ['/steps/1/when']],
    [
      'refuses two questions in one condition',
      { steps: [STEP, after({ when: { clicked: 'one', inSegment: 'VIP' } })] },
      ['/steps/1/when'],
    ],
    [
      'refuses a variant without a source',
      {
        steps: [
          {
            ...STEP,
            body: undefined,
            variants: [
              { id: 'a', share: 50, body: 'x' },
              { id: 'b', share: 50 },
            ],
          },
        ],
      },
      ['/steps/0/variants/1'],
    ],
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
    expect(JSON.stringify(normalise({ ...spelled, exitOnOrder: true }))).toBe(JSON.stringify(normalise(GOOD)));
    // A definition that was stored before a field existed.
    const { exitOnOrder: _missing, ...stored } = normalise(GOOD);
    expect(JSON.stringify(normalise(stored))).toBe(JSON.stringify(normalise(GOOD)));
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
