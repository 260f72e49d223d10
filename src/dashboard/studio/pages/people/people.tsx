import { query } from '../../router.js';
import { AttributedOrders, Clickers } from './attributed.js';
import { ExperimentPeople } from './experiment.js';
import { LapsedPeople } from './lapsed.js';

/** The people behind a number of another page. The address says which number. */
export function People() {
  const search = query.value;
  const sequence = search.get('sequence') ?? '';
  const of = search.get('of');
  const group = search.get('group');
  if (group === 'mailable' || group === 'first') return <LapsedPeople group={group} />;
  if (of === 'clicks') return <Clickers sequence={sequence} />;
  return of === 'code' || of === 'click' ? <AttributedOrders sequence={sequence} by={of} /> : <ExperimentPeople />;
}
