import { t } from '../../i18n/index.js';
import { Field, Select } from '../../ui/form.js';
import { nameOf, type Registry } from './registry.js';
import { type Group, type Joint, newGroup, newRule, type Node, replaced, type Rule } from './tree.js';
import { Value } from './value.js';

const JOINTS = ['all', 'any', 'not'] as const;
/** The language allows five levels; the builder offers fewer, because nobody reads five. */
const DEEPEST = 3;

interface BuilderProps {
  readonly registry: Registry;
  readonly group: Group;
  readonly onChange: (group: Group) => void;
  readonly depth?: number;
}

/** The criteria as lines and groups. */
export function Builder({ registry, group, onChange, depth = 0 }: BuilderProps) {
  const change = (id: number, by: Node | undefined): void => onChange(replaced(group, id, by));
  const add = (node: Node): void => onChange({ ...group, parts: [...group.parts, node] });
  const [first = ''] = registry.keys();
  return (
    <fieldset class="tree">
      <legend class="sr">{t(`joint.${group.joint}`)}</legend>
      <Select
        label={t('segments.joint')}
        quietLabel
        value={group.joint}
        options={JOINTS.map((joint) => [joint, t(`joint.${joint}`)] as const)}
        onValue={(joint) => onChange({ ...group, joint: joint as Joint })}
      />
      {group.parts.map((part) =>
        part.kind === 'rule' ? (
          <Line key={part.id} registry={registry} rule={part} onChange={(by) => change(part.id, by)} />
        ) : (
          <div key={part.id} class="stack tight">
            <Builder registry={registry} group={part} onChange={(by) => change(part.id, by)} depth={depth + 1} />
            <div>
              <button type="button" class="plain" onClick={() => change(part.id, undefined)}>
                {t('segments.removeGroup')}
              </button>
            </div>
          </div>
        ),
      )}
      <div class="row">
        <button type="button" onClick={() => add(begun(registry, first))}>
          {t('segments.addRule')}
        </button>
        {depth < DEEPEST ? (
          <button
            type="button"
            class="plain"
            onClick={() => add(newGroup(group.joint === 'any' ? 'all' : 'any', [begun(registry, first)]))}
          >
            {t('segments.addGroup')}
          </button>
        ) : null}
      </div>
    </fieldset>
  );
}

interface LineProps {
  readonly registry: Registry;
  readonly rule: Rule;
  readonly onChange: (rule: Rule | undefined) => void;
}

function Line({ registry, rule, onChange }: LineProps) {
  const criterion = registry.get(rule.key);
  const name = nameOf(rule.key, criterion);
  return (
    <div class="rule">
      <Field label={t('segments.what')} quietLabel>
        {(attributes) => (
          <select
            {...attributes}
            value={rule.key}
            onChange={({ currentTarget }) => onChange({ ...begun(registry, currentTarget.value), id: rule.id })}
          >
            {[...registry].map(([key, each]) => (
              <option key={key} value={key}>
                {nameOf(key, each)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {criterion ? (
        <Value
          key={rule.key}
          name={name}
          criterion={criterion}
          value={rule.value}
          onValue={(value) => onChange({ ...rule, value })}
        />
      ) : null}
      <button
        type="button"
        class="plain"
        aria-label={t('segments.removeRule', { name })}
        onClick={() => onChange(undefined)}
      >
        ✕
      </button>
    </div>
  );
}

/** A new line. A key that only says that something holds needs no value. */
const begun = (registry: Registry, key: string): Rule =>
  newRule(key, registry.get(key)?.type === 'flag' ? true : undefined);
