import type { Schema } from '../../api.js';
import { dateTime, t } from '../../i18n/index.js';
import { me } from '../../session-state.js';
import { useLoad } from '../../ui/load.js';
import { readTeam } from '../store/calls.js';

export type GivenApproval = Schema<'PlanApprovalAnswer'>;

/** The id of every user whom the platform did not name. */
const UNNAMED = 'installer';

/** Whether the user of the store has given the approval. */
export const isOwn = ({ kind, subject }: GivenApproval, user: { readonly id: string }): boolean =>
  kind === 'user' && subject === user.id;

/** Who has approved, and when. An unnamed user has to know that the approval counts for nobody in particular. */
export function Approvers({ approvals }: { readonly approvals: readonly GivenApproval[] }) {
  const team = useLoad(readTeam, []);
  const { id, operator } = me().user;
  const nameOf = ({ kind, subject }: GivenApproval): string =>
    (kind === 'user' && subject === UNNAMED && t('approvers.unnamed')) ||
    (kind === 'user' && team.data?.find(({ id }) => id === subject)?.email) ||
    subject;
  return (
    <>
      {approvals.map((approval) => (
        <p key={approval.subject} class="small">
          ✓ {t('approval.by', { who: nameOf(approval), when: dateTime(approval.at) })}
        </p>
      ))}
      {id === UNNAMED && operator === null ? <p class="note">{t('approvers.openAgain')}</p> : null}
    </>
  );
}
