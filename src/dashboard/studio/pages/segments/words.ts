import { points, t } from '../../i18n/index.js';
import { type Criteria, type Group, type Node, toTree } from './tree.js';
import { lineOf } from './value.js';

/** Criteria as one line of words. */
export const summary = (criteria: unknown): string => ofGroup(toTree(criteria as Criteria));

function ofGroup({ joint, parts }: Group): string {
  const words = parts.map(ofNode);
  if (joint === 'any') return words.join(` ${t('joint.or')} `);
  const all = points(words);
  return joint === 'not' ? t('joint.notThat', { what: all }) : all;
}

const ofNode = (node: Node): string => {
  if (node.kind === 'rule') return lineOf(node.key, node.value);
  return node.joint === 'any' && node.parts.length > 1 ? `(${ofGroup(node)})` : ofGroup(node);
};
