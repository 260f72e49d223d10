import { useState } from 'preact/hooks';
import { failureOf } from '../../failure.js';
import { isOwner } from '../../session-state.js';
import { type Action, useAction } from '../../ui/load.js';
import { isEqual } from '../../ui/merge.js';
import { type Definition, definitionOf, getSequence, putSequence, type Sequence } from './calls.js';

/** A definition that would send by itself, which the person is asked about. */
export interface AskedDefinition {
  readonly body: Definition;
  readonly answer: (isSure: boolean) => void;
}

export interface Saving {
  readonly base: Sequence;
  /** What the base says. */
  readonly saved: Definition;
  readonly draft: Definition;
  readonly change: (draft: Definition | ((before: Definition) => Definition)) => void;
  readonly isChanged: boolean;
  /** What somebody else has saved meanwhile: both versions are shown, and nothing is lost. */
  readonly newer: Sequence | undefined;
  readonly asked: AskedDefinition | undefined;
  readonly action: Pick<Action<[]>, 'running' | 'failure'>;
  /** Saves the draft, or a merged one. True if it is saved. */
  readonly save: (body?: Definition, basedOn?: Sequence) => Promise<boolean>;
}

/** The draft of a sequence and its way into the store. Nobody approves the emails of an automatic one, so it asks. */
export function useSaving(stored: Sequence, onSaved: (saved: Sequence) => void): Saving {
  const [base, setBase] = useState(stored);
  const [draft, change] = useState(() => definitionOf(stored));
  const [newer, setNewer] = useState<Sequence>();
  const [asked, setAsked] = useState<AskedDefinition>();
  /** What the person has changed while the save was under way stays in the draft. */
  const replace = (by: Definition): void => change((now) => (now === draft ? by : now));
  const put = useAction(async (body: Definition, basedOn: Sequence): Promise<boolean> => {
    try {
      await putSequence(base.id, { ...body, version: basedOn.version });
      setNewer(undefined);
    } catch (error) {
      if (failureOf(error).code !== 'sequence_version_conflict') throw error;
      if (newer) setBase(newer);
      replace(body);
      setNewer(await getSequence(base.id));
      return false;
    }
    const saved = await getSequence(base.id);
    setBase(saved);
    replace(definitionOf(saved));
    onSaved(saved);
    return true;
  });
  const ask = async (body: Definition): Promise<boolean> => {
    const isSure = await new Promise<boolean>((resolve) => setAsked({ body, answer: resolve }));
    setAsked(undefined);
    return isSure;
  };
  const save = async (body = draft, basedOn = base): Promise<boolean> => {
    const asks = body.trigger === 'segment_entered' && isOwner() && !isEqual(body, definitionOf(basedOn));
    if (asks && !(await ask(body))) return false;
    return (await put.run(body, basedOn)) === true;
  };
  const before = definitionOf(base);
  return { base, saved: before, draft, change, isChanged: !isEqual(draft, before), newer, asked, action: put, save };
}
