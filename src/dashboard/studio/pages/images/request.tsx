import { useState } from 'preact/hooks';
import { t } from '../../i18n/index.js';
import { go, href } from '../../router.js';
import { Choice } from '../../ui/form.js';
import { useAction } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { askImage } from './calls.js';
import { RequestForm } from './request-form.js';
import { fieldsOf, type Wanted } from './wanted.js';

const KINDS = ['banner', 'hero', 'grid'] as const;
type NewKind = (typeof KINDS)[number];

const atFirst = (): Wanted & { readonly kind: NewKind } => ({
  kind: 'banner',
  headline: t('images.headlineExample'),
  callToAction: t('images.actionExample'),
  offer: '',
  prompt: '',
  style: 'photographic',
  brief: '',
  family: '',
  size: 'wide',
  products: [],
});

/** Asks for a new image. */
export function ImageRequest() {
  const [wanted, setWanted] = useState(atFirst);
  const { kind } = wanted;
  const make = useAction(async () => {
    const { id } = await askImage(kind, fieldsOf(wanted));
    go(href('images', id));
  });
  return (
    <Page title={t('images.new')} up={{ href: href('images'), name: t('nav.images') }}>
      <RequestForm
        class="stack measure"
        wanted={wanted}
        onChange={(part) => setWanted({ ...wanted, ...part, kind })}
        make={make}
        isNew
        action={t('images.ask')}
      >
        <Choice
          label={t('images.kind')}
          value={kind}
          options={KINDS.map((each) => [each, t(`kind.${each}`)] as const)}
          // A family of one kind is no family of another.
          onValue={(next) => setWanted({ ...wanted, kind: next, family: '' })}
        />
        <p class="quiet">{t(`images.about.${kind}`)}</p>
      </RequestForm>
    </Page>
  );
}
