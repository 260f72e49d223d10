import { useState } from 'preact/hooks';
import { t } from '../../i18n/index.js';
import { go, href, query } from '../../router.js';
import { Dialog } from '../../ui/dialog.js';
import { DraftGuard } from '../../ui/draft-guard.js';
import { Input } from '../../ui/form.js';
import { useAction, useLoad } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { FailureNote, Loading } from '../../ui/states.js';
import type { Schema } from '../../api.js';
import { failureOf } from '../../failure.js';
import { Builder } from './builder.js';
import { SegmentConflict } from './conflict.js';
import { getSegment, type Segment, upsertSegment } from './calls.js';
import { Count } from './count.js';
import { People } from './people.js';
import { readRegistry, type Registry } from './registry.js';
import { STARTS } from './starts.js';
import { type Criteria, type Group, toCriteria, toTree } from './tree.js';

export function SegmentEditor({ id }: { readonly id?: string }) {
  const loaded = useLoad(
    async () => ({ registry: await readRegistry(), segment: id === undefined ? undefined : await getSegment(id) }),
    [id],
  );
  const up = { href: href('segments'), name: t('nav.segments') };
  const title = id === undefined ? t('segments.new') : t('segments.change', { name: loaded.data?.segment?.name ?? '' });
  return (
    <Page title={title} up={up}>
      <Loading from={loaded}>{(data) => <Editing {...data} />}</Loading>
    </Page>
  );
}

interface EditingProps {
  readonly registry: Registry;
  readonly segment: Segment | undefined;
}

function Editing({ registry, segment }: EditingProps) {
  const [base, setBase] = useState(segment);
  const [newer, setNewer] = useState<Segment>();
  const [name, setName] = useState(segment?.name ?? query.value.get('name') ?? '');
  const [tree, setTree] = useState<Group>(() => toTree(segment?.criteria ?? fromAddress()));
  const [change, setChange] = useState<Schema<'UpsertedSegment'>>();
  const criteria = toCriteria(tree);
  const [atFirst] = useState(() => JSON.stringify([name, tree]));
  const draft = { name: name.trim(), criteria: criteria ?? {}, version: base?.version ?? 0 };
  /** Somebody else may have saved meanwhile: both versions are then shown, and nothing is lost. */
  const orBoth = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!base || failureOf(error).code !== 'segment_version_conflict') throw error;
      setChange(undefined);
      setNewer(await getSegment(base.id));
    }
  };
  const check = useAction(() => orBoth(async () => setChange(await upsertSegment(draft, true))));
  const save = useAction(() =>
    orBoth(async () => {
      const { id } = await upsertSegment(draft, false);
      go(href('segments', id), { asks: false });
    }),
  );
  const isReady = draft.name !== '' && criteria !== undefined;
  return (
    <div class="columns wide">
      <DraftGuard
        isChanged={JSON.stringify([name, tree]) !== atFirst}
        action={t('segments.review')}
        // The people who enter and leave are shown before a change of the criteria is saved.
        onSave={async () => {
          if (isReady) await check.run();
          return false;
        }}
      />
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void check.run();
        }}
      >
        {base && newer ? (
          <SegmentConflict
            key={newer.version}
            base={base.criteria}
            mine={criteria ?? {}}
            theirs={newer.criteria}
            onMerge={(together) => {
              setTree(toTree(together));
              setBase(newer);
              setNewer(undefined);
            }}
          />
        ) : null}
        {segment === undefined ? (
          <>
            <Input
              label={t('segments.name')}
              value={name}
              onValue={setName}
              maxLength={120}
              required
              autocomplete="off"
            />
            <Starts
              onChoose={(start, title) => {
                setTree(toTree(start));
                if (name === '') setName(title);
              }}
            />
          </>
        ) : null}
        <div class="card">
          <Builder registry={registry} group={tree} onChange={setTree} />
        </div>
        {check.failure ? <FailureNote failure={check.failure} /> : null}
        <div class="row">
          <button type="submit" class="main" aria-disabled={!criteria || check.running}>
            {t('segments.review')}
          </button>
          <a class="button" href={segment ? href('segments', segment.id) : href('segments')}>
            {t('cancel')}
          </a>
        </div>
      </form>
      <Count criteria={criteria} />
      {change ? (
        <Dialog title={t('segments.reviewTitle')} onClose={() => setChange(undefined)}>
          <Difference change={change} />
          {save.failure ? <FailureNote failure={save.failure} /> : null}
          <div class="row">
            <button type="button" class="main" aria-disabled={save.running} onClick={() => void save.run()}>
              {t('save')}
            </button>
            <button type="button" onClick={() => setChange(undefined)}>
              {t('back')}
            </button>
          </div>
        </Dialog>
      ) : null}
    </div>
  );
}

/** Another page may propose criteria and a name in the address. */
function fromAddress(): Criteria {
  try {
    return JSON.parse(query.value.get('criteria') ?? '{"lastOrderOlderThanDays":90}') as Criteria;
  } catch {
    return {};
  }
}

interface StartsProps {
  readonly onChoose: (criteria: Criteria, name: string) => void;
}

const Starts = ({ onChoose }: StartsProps) => (
  <div class="stack tight">
    <span class="label">{t('segments.startWith')}</span>
    <div class="row">
      {STARTS.map(({ name, criteria }) => (
        <button key={name} type="button" onClick={() => onChoose(criteria, t(`start.${name}`))}>
          {t(`start.${name}`)}
        </button>
      ))}
    </div>
  </div>
);

/** Who enters and who leaves through a change that is not saved yet. */
const Difference = ({ change: { entered, left, outcome, sample } }: { readonly change: Schema<'UpsertedSegment'> }) =>
  outcome === 'unchanged' ? (
    <p>{t('segments.sameCriteria')}</p>
  ) : (
    <div class="columns">
      <div class="stack tight">
        <p>
          <strong>{t('segments.entering', { n: entered })}</strong>
        </p>
        <People people={sample?.entered ?? []} />
      </div>
      <div class="stack tight">
        <p>
          <strong>{t('segments.leaving', { n: left })}</strong>
        </p>
        <People people={sample?.left ?? []} />
      </div>
    </div>
  );
