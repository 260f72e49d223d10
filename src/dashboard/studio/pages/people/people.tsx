import { query } from '../../router.js';
import { AttributedOrders, Clickers } from './attributed.js';
import { ExperimentPeople } from './experiment.js';
import { LAPSED_GROUPS, LapsedPeople } from './lapsed.js';

/** The people behind a number of another page. The address says which number. */
export function People() {
  const search = query.value;
  const sequence = search.get('sequence') ?? '';
  const of = search.get('of');
  const group = LAPSED_GROUPS.find((each) => each === search.get('group'));
  if (group) return <LapsedPeople group={group} />;
  if (of === 'clicks') return <Clickers sequence={sequence} />;
  return of === 'code' || of === 'click' ? <AttributedOrders sequence={sequence} by={of} /> : <ExperimentPeople />;
}
