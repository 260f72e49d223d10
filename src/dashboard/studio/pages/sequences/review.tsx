import { useState } from 'preact/hooks';
import { dateTime, money, number, t } from '../../i18n/index.js';
import { go, href } from '../../router.js';
import { isOwner } from '../../session-state.js';
import { Input } from '../../ui/form.js';
import { useAction, useLoad, usePolling } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { Figure } from '../../ui/parts.js';
import { Empty, FailureNote, Loading } from '../../ui/states.js';
import { execute, getSequence, type Plan, planSequence, type Sequence } from './calls.js';
import { Messages } from './execution.js';
import { Reasons } from './reasons.js';
import { StepPreview } from './step-preview.js';
import { TestSend } from './test-send.js';
import { TimeLine } from './time-line.js';
import { textOf } from './text-of.js';

/** Plan, look, approve: nothing is sent before a person has seen what would be. */
export function Review({ id }: { readonly id: string }) {
  const sequence = useLoad(() => getSequence(id), [id]);
  const plan = useLoad(() => planSequence(id), [id]);
  usePolling(plan.data?.status === 'running', plan.reload, 1_500);
  const up = { href: href('sequences', id), name: sequence.data?.name ?? t('nav.sequences') };
  return (
    <Page title={t('review.title')} up={up} intro={t('review.intro')}>
      <div class="columns wide">
        <div class="stack loose">
          <Loading from={plan}>
            {(data) => (
              <>
                <Planned plan={data} />
                {data.status === 'running' ? null : <Approve id={id} plan={data} onAgain={plan.reload} />}
                <Messages run={data.executionId} state={data.status} />
              </>
            )}
          </Loading>
          <TestSend id={id} />
        </div>
        {sequence.data ? <Look sequence={sequence.data} /> : null}
      </div>
    </Page>
  );
}

function Planned({ plan: { audience, counts, cost, expiresAt, status } }: { readonly plan: Plan }) {
  return (
    <section class="card stack" aria-labelledby="planned">
      <h2 id="planned">{t('review.planned')}</h2>
      <div class="figures">
        <Figure label={t('review.people')} value={number(audience)} />
        <Figure label={t('review.emails')} value={number(counts.queued)} />
        {cost.codes > 0 ? <Figure label={t('review.codes')} value={number(cost.codes)} /> : null}
        {cost.maximum === null ? null : (
          <Figure label={t('review.maximum')} value={money(cost.maximum.amount, cost.maximum.currency)} />
        )}
      </div>
      <Reasons skipped={counts.skipped} />
      {status === 'running' ? <p class="waiting">{t('review.counting')}</p> : null}
      <p class="small quiet">{t('review.valid', { when: dateTime(expiresAt) })}</p>
    </section>
  );
}

interface ApproveProps {
  readonly id: string;
  readonly plan: Plan;
  readonly onAgain: () => void;
}

/** Sending can't be undone, so the number of emails has to be typed. */
function Approve({ id, plan: { planHash, counts }, onAgain }: ApproveProps) {
  const [typed, setTyped] = useState('');
  const emails = counts.queued;
  const send = useAction(async () => {
    const { executionId } = await execute(id, { mode: 'live', planHash });
    go(href('sequences', id, 'runs', executionId));
  });
  if (emails === 0) return <Empty title={t('review.nobody')}>{t('review.nobodyHint')}</Empty>;
  if (!isOwner()) return <p class="note">{t('review.owner')}</p>;
  const isTyped = typed.trim() === String(emails);
  return (
    <form
      class="card stack"
      aria-labelledby="approve"
      onSubmit={(event) => {
        event.preventDefault();
        if (isTyped) void send.run();
      }}
    >
      <h2 id="approve">{t('review.approve')}</h2>
      <Input
        label={t('review.type', { n: emails })}
        hint={t('review.typeHint')}
        inputMode="numeric"
        value={typed}
        autocomplete="off"
        onValue={setTyped}
      />
      {send.failure ? (
        <FailureNote
          failure={send.failure}
          {...(send.failure.code === 'plan_changed'
            ? {
                retry: () => {
                  send.clear();
                  setTyped('');
                  onAgain();
                },
              }
            : {})}
        />
      ) : null}
      <div>
        <button type="submit" class="main" aria-disabled={!isTyped || send.running}>
          {t('review.send', { n: emails })}
        </button>
      </div>
    </form>
  );
}

/** The emails as the recipients will see them. */
function Look({ sequence: { id, version, steps, segment } }: { readonly sequence: Sequence }) {
  const [chosen, setChosen] = useState(0);
  const step = steps[chosen];
  return (
    <div class="stack">
      <section class="card stack" aria-labelledby="look">
        <h2 id="look">{t('review.look')}</h2>
        <TimeLine steps={steps} chosen={chosen} onChoose={setChosen} />
      </section>
      {step ? (
        <StepPreview
          key={step.id}
          id={id}
          version={version}
          step={step.id}
          isChanged={false}
          segment={textOf(segment)}
        />
      ) : null}
    </div>
  );
}
