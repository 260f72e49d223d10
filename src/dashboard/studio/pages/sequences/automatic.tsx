import { useState } from 'preact/hooks';
import type { Schema } from '../../api.js';
import { dateTime, t } from '../../i18n/index.js';
import { isOwner, me } from '../../session-state.js';
import { useLoad } from '../../ui/load.js';
import { TypedConfirm } from '../../ui/typed-confirm.js';
import { usePresentName } from '../segments/names.js';
import { Approvers, isOwn } from './approvers.js';
import { approveVersion, type Definition, enteredLately, type Sequence } from './calls.js';
import { textOf } from './text-of.js';

interface AutomaticConfirmProps {
  readonly id: string;
  readonly definition: Pick<Definition, 'name' | 'segment'>;
  /** Another person has to approve after this one. */
  readonly byTwo: boolean;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

/** Nobody approves the emails of an automatic sequence one by one, so it asks before it starts. */
export function AutomaticConfirm({ id, definition, byTwo, onConfirm, onClose }: AutomaticConfirmProps) {
  const segment = textOf(definition.segment);
  const presentName = usePresentName();
  const entered = useLoad(() => enteredLately(id, segment), [id, segment]);
  const count = entered.data;
  const past =
    count === undefined
      ? t(entered.failure ? 'automatic.unknown' : 'automatic.counting')
      : t('automatic.entered', { n: count });
  return (
    <TypedConfirm
      title={t('automatic.title')}
      hint={
        <>
          {t('automatic.ask', { segment: presentName(segment) })} <strong role="status">{past}</strong>
          {byTwo ? <> {t('automatic.byTwo')}</> : null}
        </>
      }
      what={definition.name}
      action={t('automatic.start')}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}

interface AutomaticStateProps {
  readonly sequence: Sequence;
  readonly onChange: () => void;
}

/** Since when an automatic sequence sends, or who still has to approve it. */
export function AutomaticState({ sequence, onChange }: AutomaticStateProps) {
  const { automatic, pausedAt } = sequence;
  if (automatic === null) return null;
  if (automatic.since === null) return <Unapproved sequence={sequence} automatic={automatic} onChange={onChange} />;
  return <p>{pausedAt === null ? t('automatic.since', { when: dateTime(automatic.since) }) : t('automatic.paused')}</p>;
}

function Unapproved({
  sequence: { id, name, segment, version },
  automatic: { approvals, approvalsNeeded },
  onChange,
}: AutomaticStateProps & { readonly automatic: Schema<'AutomaticAnswer'> }) {
  const [isAsking, setAsking] = useState(false);
  const hasOwn = approvals.some((approval) => isOwn(approval, me().user));
  return (
    <div class="note warn stack tight">
      <p>{t('automatic.waits')}</p>
      <Approvers approvals={approvals} />
      {hasOwn && approvalsNeeded > 1 ? <p>{t('automatic.own')}</p> : null}
      {isOwner() && !(hasOwn && approvalsNeeded > 1) ? (
        <div>
          <button type="button" class="main" onClick={() => setAsking(true)}>
            {t('automatic.approve')}
          </button>
        </div>
      ) : null}
      {isAsking ? (
        <AutomaticConfirm
          id={id}
          definition={{ name, segment }}
          byTwo={false}
          onConfirm={async () => {
            await approveVersion(id, version);
            setAsking(false);
            onChange();
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}
