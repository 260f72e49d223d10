import { useEffect, useState } from 'preact/hooks';
import { dateTime, money, number, t } from '../../i18n/index.js';
import { href } from '../../router.js';
import { useLoad, usePolling } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { Figure } from '../../ui/parts.js';
import { Loading } from '../../ui/states.js';
import { Approval } from './approval.js';
import { getExecution, getSequence, type Plan, planSequence, type Sequence } from './calls.js';
import { Messages } from './messages.js';
import { PlanSender } from './plan-sender.js';
import { subjectsOf, usePreviews } from './previews.js';
import { useReader } from './readers.js';
import { Reasons } from './reasons.js';
import { StepPreview } from './step-preview.js';
import { TestSend } from './test-send.js';
import { TimeLine } from './time-line.js';
import { textOf } from './text-of.js';

/** Plan, look, approve: nothing is sent before a person has seen what would be. */
export function Review({ id }: { readonly id: string }) {
  const sequence = useLoad(() => getSequence(id), [id]);
  const plan = useLoad(() => planSequence(id), [id]);
  const [counted, setCounted] = useState('');
  const steps = sequence.data?.steps ?? [];
  const intro = t(sequence.data?.trigger === 'segment_entered' ? 'review.introAutomatic' : 'review.intro');
  const up = { href: href('sequences', id), name: sequence.data?.name ?? t('nav.sequences') };
  return (
    <Page title={t('review.title')} up={up} intro={intro}>
      <div class="stack loose">
        <div class="columns">
          <div class="stack loose">
            <Loading from={plan}>
              {(data) => (
                <WithCounts id={id} plan={data} emails={steps.length} onAgain={plan.reload} onCounted={setCounted} />
              )}
            </Loading>
            <TestSend id={id} />
          </div>
          {sequence.data ? <Look sequence={sequence.data} /> : null}
        </div>
        {plan.data ? (
          <Messages run={plan.data.executionId} state={counted} title={t('review.everybody')} steps={steps} />
        ) : null}
      </div>
    </Page>
  );
}

interface WithCountsProps {
  readonly id: string;
  readonly plan: Plan;
  /** How many emails the sequence has. */
  readonly emails: number;
  readonly onAgain: () => void;
  /** Gets the hash of the plan when all its people are counted. */
  readonly onCounted: (planHash: string) => void;
}

/** The plan of a large segment is answered before all people are counted. Its dry run then has the counts. */
function WithCounts({ id, plan, emails, onAgain, onCounted }: WithCountsProps) {
  const isCounted = plan.status !== 'running';
  const run = useLoad(() => (isCounted ? Promise.resolve(undefined) : getExecution(plan.executionId)), [plan]);
  const isRunning = !isCounted && (run.data?.finishedAt ?? null) === null;
  usePolling(isRunning, run.reload, 1_500);
  useEffect(() => {
    if (!isRunning) onCounted(plan.planHash);
  }, [isRunning, plan.planHash]);
  const { counts, people, audience } = run.data ?? plan;
  return (
    <>
      <Planned plan={{ ...plan, counts, people, audience }} emails={emails} isRunning={isRunning} />
      <PlanSender sender={plan.sender} onAgain={onAgain} />
      {isRunning || plan.sender.refused ? null : (
        <Approval key={plan.planHash} id={id} plan={{ ...plan, counts }} onAgain={onAgain} />
      )}
    </>
  );
}

interface PlannedProps {
  readonly plan: Plan;
  readonly emails: number;
  readonly isRunning: boolean;
}

function Planned({ plan: { audience, counts, people, cost, expiresAt }, emails, isRunning }: PlannedProps) {
  return (
    <section class="card stack" aria-labelledby="planned">
      <h2 id="planned">{t('review.planned')}</h2>
      <div class="figures">
        <Figure label={t('review.members')} value={number(audience)} href={location.pathname} />
        {people === null ? null : (
          <Figure label={t('review.people')} value={number(people.emailed)} href={placeOf('queued')} />
        )}
        <Figure label={t('review.emails')} value={number(counts.queued)} href={placeOf('queued')} />
        {counts.maybe ? (
          <Figure label={t('review.maybe')} value={number(counts.maybe)} href={placeOf('maybe')} />
        ) : null}
        {cost.codes > 0 ? (
          <Figure label={t('review.codes')} value={number(cost.codes)} href={placeOf('queued')} />
        ) : null}
        {cost.maximum === null ? null : (
          <Figure
            label={t('review.maximum')}
            value={money(cost.maximum.amount, cost.maximum.currency)}
            href={placeOf('queued')}
          />
        )}
      </div>
      {counts.queued + (counts.maybe ?? 0) === 0 ? null : (
        <p class="small quiet">
          {[
            ...(emails > 1 ? [t('review.eachHint', { n: emails })] : []),
            ...(counts.maybe ? [t('review.maybeHint')] : []),
            ...(cost.codes > 0 ? [t('review.codesHint')] : []),
          ].join(' ')}
        </p>
      )}
      {people === null ? null : (
        <Reasons counts={people.leftOut} unit="people" place={(reason) => `${location.pathname}?reason=${reason}`} />
      )}
      {isRunning ? <p class="waiting">{t('review.counting')}</p> : null}
      <p class="small quiet">{t('review.valid', { when: dateTime(expiresAt) })}</p>
    </section>
  );
}

/** The list of this page, with the emails of that state alone. */
const placeOf = (state: 'queued' | 'maybe'): string => `${location.pathname}?state=${state}`;

/** The emails as the recipients will see them. */
function Look({ sequence }: { readonly sequence: Sequence }) {
  const [chosen, setChosen] = useState(0);
  const { steps, segment } = sequence;
  const reader = useReader(textOf(segment), 'longest_name');
  const previews = usePreviews(sequence, reader.value);
  const step = steps[chosen];
  return (
    <div class="stack">
      <section class="card stack" aria-labelledby="look">
        <h2 id="look">{t('review.look')}</h2>
        <TimeLine
          steps={steps}
          subjects={subjectsOf(previews.data, steps, steps)}
          chosen={chosen}
          onChoose={setChosen}
        />
      </section>
      {step ? <StepPreview step={step.id} previews={previews} reader={reader} /> : null}
    </div>
  );
}
