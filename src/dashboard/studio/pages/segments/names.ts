import { useLoad } from '../../ui/load.js';
import { listSegments, type Segment } from './calls.js';

/** The segment that has this name or had it. */
export const segmentNamed = (segments: readonly Segment[], wanted: string): Segment | undefined =>
  segments.find(({ name, formerNames }) => name === wanted || formerNames.includes(wanted));

/** The present name of a segment by any of its names, which sequences keep. */
export function usePresentName(): (name: string) => string {
  const { data = [] } = useLoad(listSegments, []);
  return (name) => segmentNamed(data, name)?.name ?? name;
}
