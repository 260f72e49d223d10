import { parts } from '../../router.js';
import { NotFound } from '../not-found.js';
import { SegmentEditor } from './editor.js';
import { SegmentList } from './list.js';
import { SegmentView } from './view.js';

/** segments, segments/new, segments/{id}, segments/{id}/edit */
export function Segments() {
  const [, id, action] = parts.value;
  if (id === undefined) return <SegmentList />;
  if (id === 'new') return <SegmentEditor key="new" />;
  if (action === undefined) return <SegmentView key={id} id={id} />;
  if (action === 'edit') return <SegmentEditor key={id} id={id} />;
  return <NotFound />;
}
