import { useState } from 'preact/hooks';
import { said, t } from '../../i18n/index.js';
import { Dialog } from '../../ui/dialog.js';
import { Input } from '../../ui/form.js';
import { useLoad } from '../../ui/load.js';
import { usePages } from '../../ui/pages.js';
import { Empty, Loading } from '../../ui/states.js';
import { getImage, type Image, listImages } from '../images/calls.js';
import { Decision } from '../images/gallery.js';
import type { Step } from './calls.js';
import { PLACES, placedImage, type Place, refOf, withImage, withoutImage } from './placed-images.js';

interface StepImagesProps {
  readonly step: Step;
  /** The JSON pointer of the images. */
  readonly place: string;
  readonly onChange: (step: Step) => void;
}

/** The images of an email, one for each place. */
export function StepImages({ step, place, onChange }: StepImagesProps) {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <section class="stack" aria-labelledby="step-images">
      <h3 id="step-images">{t('stepImages.title')}</h3>
      {PLACES.filter((each) => step.images?.[each] !== undefined).map((each) => (
        <Placed key={`${step.id} ${each}`} at={each} place={`${place}/${each}`} step={step} onChange={onChange} />
      ))}
      <div>
        <button type="button" onClick={() => setChoosing(true)}>
          {t('stepImages.add')}
        </button>
      </div>
      {isChoosing ? (
        <ImageChoice
          onChoose={(image) => {
            onChange(withImage(step, image));
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </section>
  );
}

interface PlacedProps extends StepImagesProps {
  readonly at: Place;
}

function Placed({ at, place, step, onChange }: PlacedProps) {
  const { id, href } = refOf(step, at);
  const image = useLoad(() => getImage(id), [id]);
  return (
    <div class="placed">
      <div class="stack tight">
        <Loading from={image}>{(data) => <Thumbnail image={data} />}</Loading>
      </div>
      <div class="stack tight">
        <p class="row spread">
          <strong>{t(`kind.${at}`)}</strong> {image.data ? <Decision image={image.data} /> : null}
        </p>
        {at === 'grid' ? (
          <p class="small quiet">{t('stepImages.gridHint')}</p>
        ) : (
          <Input
            label={t('stepImages.href')}
            name={`${place}/href`}
            hint={t('stepImages.hrefHint')}
            type="url"
            value={href ?? ''}
            onValue={(address) => onChange(placedImage(step, at, { href: address === '' ? undefined : address }))}
          />
        )}
        <div>
          <button type="button" class="plain" onClick={() => onChange(withoutImage(step, at))}>
            {t('stepImages.remove')}
            <span class="sr"> {t(`kind.${at}`)}</span>
          </button>
        </div>
      </div>
    </div>
  );
}

interface ThumbnailProps {
  readonly image: Image;
  /** Otherwise the words beside it say what it shows. */
  readonly isNamed?: boolean;
}

const Thumbnail = ({ image: { variants }, isNamed = true }: ThumbnailProps) => {
  const [first] = variants;
  return (
    <span class="image">
      <span class="stage">
        {first ? <img src={first.url} alt={isNamed ? first.altText : ''} loading="lazy" /> : null}
      </span>
    </span>
  );
};

interface ImageChoiceProps {
  readonly onChoose: (image: Image) => void;
  readonly onClose: () => void;
}

/** Only ready images that nobody rejected. */
const isUsable = ({ status, approval }: Image): boolean => status === 'ready' && approval !== 'rejected';

function ImageChoice({ onChoose, onClose }: ImageChoiceProps) {
  const pages = usePages();
  const { cursor } = pages;
  const images = useLoad(() => listImages(cursor), [cursor]);
  return (
    <Dialog title={t('stepImages.choose')} onClose={onClose}>
      <Loading from={images}>
        {({ items, nextCursor }) => {
          const usable = items.filter(isUsable);
          return usable.length === 0 && cursor === null && nextCursor === null ? (
            <Empty title={t('stepImages.none')}>{t('images.noneHint')}</Empty>
          ) : (
            <div class="stack">
              <ul class="gallery small-tiles">
                {usable.map((image) => (
                  <li key={image.id}>
                    <button type="button" class="image" onClick={() => onChoose(image)}>
                      <Thumbnail image={image} isNamed={false} />
                      <span class="row spread small">
                        <span>{said('kind', image.kind)}</span>
                        <Decision image={image} />
                      </span>
                      <span class="sr">{image.variants[0]?.altText}</span>
                    </button>
                  </li>
                ))}
              </ul>
              {pages.buttons(nextCursor)}
            </div>
          );
        }}
      </Loading>
      <div>
        <button type="button" onClick={onClose}>
          {t('cancel')}
        </button>
      </div>
    </Dialog>
  );
}
