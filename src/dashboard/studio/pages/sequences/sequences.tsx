import { parts } from '../../router.js';
import { NotFound } from '../not-found.js';
import { SequenceEditor } from './editor.js';
import { ExecutionView } from './execution.js';
import { SequenceList } from './list.js';
import { Review } from './review.js';
import { TemplateChoice } from './templates.js';
import { SequenceView } from './view.js';

/** sequences, sequences/new, sequences/{id}, …/edit, …/send, …/runs/{executionId} */
export function Sequences() {
  const [, id, action, run] = parts.value;
  if (id === undefined) return <SequenceList />;
  if (id === 'new') return <TemplateChoice />;
  if (action === undefined) return <SequenceView key={id} id={id} />;
  if (action === 'edit') return <SequenceEditor key={id} id={id} />;
  if (action === 'send') return <Review key={id} id={id} />;
  if (action === 'runs' && run !== undefined) return <ExecutionView key={run} id={id} run={run} />;
  return <NotFound />;
}
