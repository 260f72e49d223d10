import { type Schema, text } from '../store.js';
import { inputOf, propertiesOf, type Tool } from '../tool.js';

export const PLAN: Tool = {
  name: 'plan',
  title: 'Plan a run',
  description:
    'A dry run of a sequence: how many people would get emails, how many get none and why, and what the offer costs at ' +
    'most. Sends nothing. A person approves and sends in the studio, at the address in the answer.',
  readOnly: true,
  input: inputOf({ sequence: { type: 'string', description: 'The id of a sequence' }, ...propertiesOf('PlanBody') }, [
    'sequence',
  ]),
  async call(store, { sequence, ...rest }) {
    const id = text(sequence, 'sequence');
    const body = rest as unknown as Schema<'PlanBody'>;
    const sent = store.api.POST('/retailer/sequences/{id}/plan', { params: { path: { id } }, body });
    const plan = await store.ask(sent);
    const { status, audience, counts, people, cost, sequenceVersion, approvalsNeeded } = plan;
    const data = { status, audience, counts, people, cost, sequenceVersion, approvalsNeeded };
    const review = store.page('sequences', id, 'send');
    return { text: `${sentence(plan)} A person approves it at ${review}`, data };
  },
};

function sentence({ status, audience, people, cost }: Schema<'PlanAnswer'>): string {
  if (status === 'running') return 'The dry run goes on, so the counts are not complete. Call again to see its end.';
  const emailed = people?.emailed ?? 0;
  return `Of ${audience} people ${emailed} would get ${cost.emails} emails; ${audience - emailed} would get none.`;
}
