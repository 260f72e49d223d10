/** The criteria of a segment as the API has them. */
export type Criteria = Readonly<Record<string, unknown>>;

export type Joint = 'all' | 'any' | 'not';

/** One line of the builder. `value` is undefined until something is entered. */
export interface Rule {
  readonly kind: 'rule';
  readonly id: number;
  readonly key: string;
  readonly value: unknown;
}

export interface Group {
  readonly kind: 'group';
  readonly id: number;
  readonly joint: Joint;
  readonly parts: readonly Node[];
}

export type Node = Rule | Group;

let last = 0;
const nextId = (): number => (last += 1);

export const newRule = (key: string, value?: unknown): Rule => ({ kind: 'rule', id: nextId(), key, value });

export const newGroup = (joint: Joint, parts: readonly Node[]): Group => ({
  kind: 'group',
  id: nextId(),
  joint,
  parts,
});

/** The builder's form of stored criteria. */
export function toTree(criteria: Criteria, joint: Joint = 'all'): Group {
  const parts = Object.entries(criteria).flatMap(([key, value]): Node[] => {
    if (key === 'not') return [toTree(value as Criteria, 'not')];
    if (key !== 'all' && key !== 'any') return [newRule(key, value)];
    const inner = (value as readonly Criteria[]).map(single);
    return key === joint ? inner : [newGroup(key, inner)];
  });
  return newGroup(joint, parts);
}

/** One entry of a list: a rule where it is only that. */
function single(criteria: Criteria): Node {
  const tree = toTree(criteria);
  const [only, ...others] = tree.parts;
  return only && others.length === 0 ? only : tree;
}

/** The criteria that the tree stands for. Lines without a value are left out; undefined where nothing is left. */
export function toCriteria({ joint, parts }: Group): Criteria | undefined {
  const entries = parts.map(ofNode).filter((each) => each !== undefined);
  if (entries.length === 0) return undefined;
  if (joint === 'any') return { any: entries };
  const together = joined(entries);
  return joint === 'not' ? { not: together } : together;
}

function ofNode(node: Node): Criteria | undefined {
  if (node.kind === 'group') return toCriteria(node);
  return node.value === undefined ? undefined : { [node.key]: node.value };
}

/** One object where no key occurs twice, otherwise a list. */
function joined(entries: readonly Criteria[]): Criteria {
  const keys = entries.flatMap((entry) => Object.keys(entry));
  const [only, ...others] = entries;
  if (only && others.length === 0) return only;
  return new Set(keys).size === keys.length ? Object.assign({}, ...entries) : { all: entries };
}

/** The tree with one node replaced, or removed. */
export function replaced(group: Group, id: number, by: Node | undefined): Group {
  const parts = group.parts.flatMap((part): Node[] => {
    if (part.id === id) return by ? [by] : [];
    return [part.kind === 'group' ? replaced(part, id, by) : part];
  });
  return { ...group, parts };
}
