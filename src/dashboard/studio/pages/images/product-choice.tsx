import { useState } from 'preact/hooks';
import { t } from '../../i18n/index.js';
import { Check, Input } from '../../ui/form.js';
import { useLoad, useSettled } from '../../ui/load.js';
import { Loading } from '../../ui/states.js';
import { findProducts, type Product, productsNamed } from './calls.js';

interface ProductChoiceProps {
  /** By the platform's id, in the order of the image. */
  readonly chosen: readonly string[];
  readonly most: number;
  readonly onChoose: (products: readonly string[]) => void;
}

/** The products of an image: those that are chosen, and a search among all of the store. */
export function ProductChoice({ chosen, most, onChoose }: ProductChoiceProps) {
  const [text, setText] = useState('');
  const wanted = useSettled(text.trim());
  const found = useLoad(() => findProducts(wanted), [wanted]);
  const known = useLoad(() => productsNamed(chosen), [chosen.join(' ')]);
  if (found.data?.length === 0 && wanted === '') return <p class="note">{t('images.noProducts')}</p>;
  const drop = (id: string): void => onChoose(chosen.filter((each) => each !== id));
  return (
    <fieldset class="stack tight">
      <legend>{t('images.products', { n: most })}</legend>
      {chosen.length === 0 ? null : (
        <ul class="row small" aria-label={t('images.chosen')}>
          {chosen.map((id) => {
            const product = known.data?.find(({ externalId }) => externalId === id);
            const title = product?.title ?? id;
            return (
              <li key={id}>
                <button type="button" aria-label={t('images.dropProduct', { product: title })} onClick={() => drop(id)}>
                  <Thumbnail product={product} /> <bdi>{title}</bdi> <span aria-hidden="true">×</span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <Input label={t('images.findProducts')} value={text} onValue={setText} autocomplete="off" maxLength={120} />
      <Loading from={found}>
        {(products) =>
          products.length === 0 ? (
            <p class="quiet" role="status">
              {t('images.noMatch')}
            </p>
          ) : (
            <div class="columns products">
              {products.map((product) => (
                <Check
                  key={product.externalId}
                  label={
                    <span class="product">
                      <Thumbnail product={product} /> <bdi>{product.title}</bdi>
                    </span>
                  }
                  checked={chosen.includes(product.externalId)}
                  disabled={!chosen.includes(product.externalId) && chosen.length >= most}
                  onChecked={(checked) =>
                    checked ? onChoose([...chosen, product.externalId]) : drop(product.externalId)
                  }
                />
              ))}
            </div>
          )
        }
      </Loading>
    </fieldset>
  );
}

const Thumbnail = ({ product }: { readonly product: Product | undefined }) =>
  product?.imageUrl ? (
    <img class="thumbnail" src={product.imageUrl} alt="" loading="lazy" width="32" height="32" />
  ) : (
    <span class="thumbnail" />
  );
