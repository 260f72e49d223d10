import { useState } from 'preact/hooks';
import type { Schema } from '../../api.js';
import { useLoad } from '../../ui/load.js';
import { listSegments, membersOf } from '../segments/calls.js';
import { segmentNamed } from '../segments/names.js';
import type { Case } from './previews.js';

const SOME = 5;

/** Through whose eyes the emails are shown. */
export interface Reader {
  readonly people: readonly Schema<'MemberAnswer'>[];
  /** A worst case, or the id of a customer; undefined until the people of the segment are known. */
  readonly value: string | undefined;
  readonly choose: (value: string) => void;
}

/** Somebody of the segment, until another reader is chosen; `otherwise` where the segment has nobody. */
export function useReader(segment: string, otherwise: Case): Reader {
  const people = useLoad(() => someMembers(segment), [segment]);
  const [chosen, choose] = useState<string>();
  const found = people.data ?? [];
  const first = people.data || people.failure ? (found[0]?.customerId ?? otherwise) : undefined;
  return { people: found, value: chosen ?? first, choose };
}

async function someMembers(name: string) {
  const segment = segmentNamed(await listSegments(), name);
  if (!segment || segment.status !== 'ready') return [];
  return (await membersOf(segment.id, null, undefined)).items.slice(0, SOME);
}
