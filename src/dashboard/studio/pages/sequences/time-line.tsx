import { durationText, t } from '../../i18n/index.js';
import type { Step } from './calls.js';

interface TimeLineProps {
  readonly steps: readonly Step[];
  /** The subjects as one recipient gets them, by the id of the step. */
  readonly subjects?: ReadonlyMap<string, string>;
  readonly chosen?: number;
  readonly onChoose?: (index: number) => void;
}

/** The emails in their order, each with when it is sent. */
export const TimeLine = ({ steps, subjects, chosen, onChoose }: TimeLineProps) => (
  <ol class="steps">
    {steps.map((step, index) => (
      <li key={step.id}>
        <div class="small quiet">{when(step.delay, index)}</div>
        {onChoose ? (
          <button type="button" class="plain" aria-pressed={index === chosen} onClick={() => onChoose(index)}>
            <bdi>{subjects?.get(step.id) ?? plain(step.subject)}</bdi>
          </button>
        ) : (
          <bdi>{subjects?.get(step.id) ?? plain(step.subject)}</bdi>
        )}
      </li>
    ))}
  </ol>
);

/** Liquid says nothing to a reader of a list: of several branches the first is shown, and what is filled in as dots. */
export const plain = (subject: string): string =>
  subject
    .replaceAll(/\{%-?\s*(?:else|elsif|when)\b.*?(?=\{%-?\s*end(?:if|unless|case)\b)/g, '')
    .replaceAll(/\{%.*?%\}/g, '')
    .replaceAll(/\{\{.*?\}\}/g, '…');

function when(delay: string, index: number): string {
  const text = durationText(delay);
  if (text === undefined) return t(index === 0 ? 'steps.atOnce' : 'steps.together');
  return t(index === 0 ? 'steps.afterStart' : 'steps.afterStep', { delay: text });
}
