import { useEffect, useState } from 'preact/hooks';
import { number, points, said, t } from '../../i18n/index.js';
import { useLoad } from '../../ui/load.js';
import { Progress } from '../../ui/parts.js';
import { type Image, listImages } from './calls.js';

/** An image is never said to be done before it is. */
const MOST_SHARE = 0.95;

/** How far an image is: its stage, how long it has taken, and how long images of its kind usually take here. */
export function ImageProgress({ image: { id, kind, status, createdAt } }: { readonly image: Image }) {
  const [now, setNow] = useState(Date.now());
  const usual = useLoad(async () => usualMs((await listImages(null)).items.filter((each) => each.kind === kind)), [id]);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const elapsed = Math.max(0, now - Date.parse(createdAt));
  const share = usual.data === undefined ? 0 : Math.min(MOST_SHARE, elapsed / usual.data);
  return (
    <div class="card stack tight measure" role="group" aria-label={t('images.progress')}>
      <Progress label={said('image', status)} share={share} />
      <p class="small quiet">
        {points([
          t('images.elapsed', { elapsed: seconds(elapsed) }),
          ...(usual.data === undefined ? [] : [t('images.usual', { usual: seconds(usual.data) })]),
        ])}
      </p>
    </div>
  );
}

const seconds = (ms: number): string =>
  number(Math.round(ms / 1_000), { style: 'unit', unit: 'second', unitDisplay: 'long' });

/** The median of the images that were really made. Undefined where none was made so far. */
function usualMs(images: readonly Image[]): number | undefined {
  const made = images.flatMap(({ cached, finishedAt, createdAt }) =>
    cached || finishedAt === null ? [] : [Date.parse(finishedAt) - Date.parse(createdAt)],
  );
  return made.toSorted((a, b) => a - b)[Math.floor(made.length / 2)];
}
