import { t } from '../../i18n/index.js';
import type { Step } from './calls.js';
import { TimeLine } from './time-line.js';

interface StepListProps {
  readonly steps: readonly Step[];
  /** The subjects as one recipient gets them, by the id of the step. */
  readonly subjects: ReadonlyMap<string, string>;
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
  readonly onChange: (steps: Step[], chosen: number) => void;
  /** Gets the email that is to go. */
  readonly onRemove: (index: number) => void;
}

const MOST_STEPS = 20;

/** The emails of a sequence in their order, which can be changed. */
export function StepList({ steps, subjects, chosen, onChoose, onChange, onRemove }: StepListProps) {
  const step = steps[chosen];
  const move = (to: number): void => {
    if (step) onChange(steps.toSpliced(chosen, 1).toSpliced(to, 0, step), to);
  };
  const [isFirst, isLast] = [chosen === 0, chosen >= steps.length - 1];
  return (
    <section class="card stack" aria-labelledby="emails">
      <h2 id="emails">{t('sequences.emails')}</h2>
      <TimeLine steps={steps} subjects={subjects} chosen={chosen} onChoose={onChoose} />
      <div class="row">
        {step && steps.length < MOST_STEPS ? (
          <button
            type="button"
            onClick={() =>
              onChange(steps.toSpliced(chosen + 1, 0, { ...step, id: freeId(steps), delay: 'P3D' }), chosen + 1)
            }
          >
            {t('editor.copy')}
          </button>
        ) : null}
        {steps.length > 1 ? (
          <>
            <button type="button" class="plain" aria-disabled={isFirst} onClick={() => isFirst || move(chosen - 1)}>
              {t('editor.earlier')}
            </button>
            <button type="button" class="plain" aria-disabled={isLast} onClick={() => isLast || move(chosen + 1)}>
              {t('editor.later')}
            </button>
            <button type="button" class="plain" onClick={() => onRemove(chosen)}>
              {t('editor.removeStep')}
            </button>
          </>
        ) : null}
      </div>
    </section>
  );
}

function freeId(steps: readonly Step[]): string {
  for (let number = steps.length + 1; ; number += 1) {
    const id = `email-${number}`;
    if (!steps.some((step) => step.id === id)) return id;
  }
}
