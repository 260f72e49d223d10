import { useState } from 'preact/hooks';
import { t } from '../../i18n/index.js';
import { go, href } from '../../router.js';
import { isOwner, me } from '../../session-state.js';
import { Input } from '../../ui/form.js';
import { type Action, useAction } from '../../ui/load.js';
import { Empty, FailureNote } from '../../ui/states.js';
import { Approvers, type GivenApproval, isOwn } from './approvers.js';
import { approvePlan, execute, type Plan } from './calls.js';

interface ApprovalProps {
  readonly id: string;
  readonly plan: Plan;
  readonly onAgain: () => void;
}

/** Sending can't be undone, so the number of emails has to be typed, and some brands want two people. */
export function Approval({ id, plan, onAgain }: ApprovalProps) {
  const { planHash, counts, approvalsNeeded } = plan;
  const [typed, setTyped] = useState('');
  const [approvals, setApprovals] = useState(plan.approvals);
  const emails = counts.queued;
  const isMine = (approval: GivenApproval): boolean => isOwn(approval, me().user);
  const send = useAction(async () => {
    const { executionId } = await execute(id, { mode: 'live', planHash });
    go(href('sequences', id, 'runs', executionId));
  });
  const approve = useAction(async () => setApprovals((await approvePlan(id, planHash)).approvals));
  if (emails === 0 && !counts.maybe) return <Empty title={t('review.nobody')}>{t('review.nobodyHint')}</Empty>;
  const isWaiting = approvals.filter((approval) => !isMine(approval)).length + 1 < approvalsNeeded;
  const isTyped = typed.trim() === String(emails);
  const again = (): void => {
    for (const action of [send, approve]) action.clear();
    setTyped('');
    onAgain();
  };
  return (
    <section class="card stack" aria-labelledby="approve">
      <h2 id="approve">{t('review.approve')}</h2>
      {approvalsNeeded > 1 ? (
        <div class="stack tight">
          <p>{t('approval.two')}</p>
          <Approvers approvals={approvals} />
        </div>
      ) : null}
      {!isOwner() ? (
        <p class="note">{t('review.owner')}</p>
      ) : isWaiting && approvals.some(isMine) ? (
        <p class="note" role="status">
          {t('approval.wait')}
        </p>
      ) : (
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            if (isTyped) void (isWaiting ? approve : send).run();
          }}
        >
          <Input
            label={t('review.type', { n: emails })}
            hint={t(isWaiting ? 'approval.hint' : 'review.typeHint')}
            inputMode="numeric"
            value={typed}
            autocomplete="off"
            onValue={setTyped}
          />
          {[send, approve].map((action, index) => (
            <Refused key={index} action={action} onAgain={again} />
          ))}
          <div>
            <button type="submit" class="main" aria-disabled={!isTyped || send.running || approve.running}>
              {isWaiting ? t('approval.give') : t('review.send', { n: emails })}
            </button>
          </div>
        </form>
      )}
    </section>
  );
}

interface RefusedProps {
  readonly action: Action<[]>;
  readonly onAgain: () => void;
}

/** A plan that has changed is shown again; so is one that somebody else has approved meanwhile. */
const Refused = ({ action: { failure }, onAgain }: RefusedProps) =>
  failure ? (
    <FailureNote
      failure={failure}
      {...(['plan_changed', 'plan_expired', 'approval_missing'].includes(failure.code) ? { retry: onAgain } : {})}
    />
  ) : null;
