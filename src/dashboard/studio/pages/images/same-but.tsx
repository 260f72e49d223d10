import { useState } from 'preact/hooks';
import { t } from '../../i18n/index.js';
import { go, href } from '../../router.js';
import { useAction } from '../../ui/load.js';
import { editImage, type Image } from './calls.js';
import { RequestForm } from './request-form.js';
import { changesOf, wantedOf } from './wanted.js';

/** The same image with some changes: a new request, so the first one stays. */
export function SameBut({ image: { id, kind, asked } }: { readonly image: Image }) {
  const [before] = useState(() => wantedOf(kind, asked));
  const [wanted, setWanted] = useState(before);
  const changes = changesOf(before, wanted);
  const make = useAction(async () => {
    const made = await editImage(id, changes);
    go(href('images', made.id));
  });
  return (
    <RequestForm
      class="card stack measure"
      wanted={wanted}
      onChange={(part) => setWanted({ ...wanted, ...part })}
      make={make}
      isNew={Object.keys(changes).length > 0}
      action={t('images.sameAsk')}
    >
      <div>
        <h2>{t('images.sameBut')}</h2>
        <p class="quiet">{t('images.sameButHint')}</p>
      </div>
    </RequestForm>
  );
}
