import type { ComponentChildren } from 'preact';
import { said, t } from '../../i18n/index.js';
import { Choice, Input, Select } from '../../ui/form.js';
import type { Action } from '../../ui/load.js';
import { FailureNote } from '../../ui/states.js';
import { FAMILIES } from './families.js';
import { ProductChoice } from './product-choice.js';
import { isReady, MOST, SIZE_NAMES, type Wanted } from './wanted.js';

const STYLES = [
  'photographic',
  'illustration',
  'minimal',
  'watercolor',
  'flat',
  '3d',
  'vintage',
  'bold',
  'pastel',
  'line-art',
];

interface RequestFormProps {
  readonly wanted: Wanted;
  readonly onChange: (part: Partial<Wanted>) => void;
  readonly make: Action<[]>;
  /** False where nothing differs from an image that exists. */
  readonly isNew: boolean;
  readonly action: string;
  readonly class: string;
  /** What stands above the fields. */
  readonly children: ComponentChildren;
}

/** What an image shows and how: for a new one, and for the same one with changes. */
export function RequestForm(props: RequestFormProps) {
  const { wanted, onChange, make, isNew, action, children } = props;
  const { kind, products } = wanted;
  const mayMake = isNew && isReady(wanted);
  return (
    <form
      class={props.class}
      onSubmit={(event) => {
        event.preventDefault();
        if (mayMake) void make.run();
      }}
    >
      {children}
      <Words wanted={wanted} onChange={onChange} />
      {kind === 'banner' || kind === 'grid' ? (
        <Select
          label={t('images.family')}
          hint={t('images.familyHint')}
          value={wanted.family}
          options={[
            ['', t('images.familyBest')] as const,
            ...FAMILIES[kind].map((family) => [family, said('family', family)] as const),
          ]}
          onValue={(family) => onChange({ family })}
        />
      ) : null}
      {kind === 'grid' ? null : (
        <Choice
          label={t('images.size')}
          value={wanted.size}
          options={SIZE_NAMES.map((each) => [each, t(`size.${each}`)] as const)}
          onValue={(size) => onChange({ size })}
        />
      )}
      {MOST[kind] === 0 ? null : (
        <ProductChoice chosen={products} most={MOST[kind]} onChoose={(chosen) => onChange({ products: chosen })} />
      )}
      {make.failure ? <FailureNote failure={make.failure} /> : null}
      <div>
        <button type="submit" class="main" aria-disabled={!mayMake || make.running}>
          {action}
        </button>
      </div>
    </form>
  );
}

function Words({ wanted, onChange }: Pick<RequestFormProps, 'wanted' | 'onChange'>) {
  const { kind, headline, offer, callToAction, prompt, style, brief } = wanted;
  if (kind === 'banner') {
    return (
      <>
        <Input
          label={t('images.headline')}
          value={headline}
          onValue={(text) => onChange({ headline: text })}
          maxLength={200}
          required
        />
        <Input
          label={t('images.offer')}
          hint={t('images.offerHint')}
          value={offer}
          onValue={(text) => onChange({ offer: text })}
          maxLength={60}
        />
        <Input
          label={t('images.action')}
          value={callToAction}
          onValue={(text) => onChange({ callToAction: text })}
          maxLength={60}
        />
      </>
    );
  }
  if (kind === 'grid') {
    return (
      <Input
        label={t('images.brief')}
        hint={t('images.briefHint')}
        value={brief}
        onValue={(text) => onChange({ brief: text })}
        maxLength={500}
      />
    );
  }
  // A program may have asked for a style of its own words.
  const styles = STYLES.includes(style) || style === '' ? STYLES : [...STYLES, style];
  return (
    <>
      <Input
        label={t('images.prompt')}
        value={prompt}
        onValue={(text) => onChange({ prompt: text })}
        maxLength={4000}
        required
      />
      {kind === 'hero' ? (
        <Select
          label={t('images.style')}
          value={style}
          options={styles.map((each) => [each, said('style', each)] as const)}
          onValue={(chosen) => onChange({ style: chosen })}
        />
      ) : null}
    </>
  );
}
