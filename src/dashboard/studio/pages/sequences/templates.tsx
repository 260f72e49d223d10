import { useState } from 'preact/hooks';
import { language, said, t } from '../../i18n/index.js';
import { go, href, query } from '../../router.js';
import { Dialog } from '../../ui/dialog.js';
import { Select } from '../../ui/form.js';
import { useAction, useLoad } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { Tag } from '../../ui/parts.js';
import { Empty, FailureNote, Loading } from '../../ui/states.js';
import { brandId } from '../../brand.js';
import { me } from '../../session-state.js';
import { listSegments, type Segment } from '../segments/calls.js';
import { segmentNamed } from '../segments/names.js';
import { applyTemplate, listTemplates, type Template } from './calls.js';

/** A sequence begins with a template, so that nobody faces an empty page. */
export function TemplateChoice() {
  const loaded = useLoad(async () => {
    const [templates, segments] = await Promise.all([listTemplates(), listSegments()]);
    return { templates, segments };
  }, []);
  const [chosen, setChosen] = useState<Template>();
  const up = { href: href('sequences'), name: t('nav.sequences') };
  return (
    <Page title={t('sequences.new')} up={up} intro={t('templates.intro')}>
      <Loading from={loaded}>
        {({ templates, segments }) =>
          segments.length === 0 ? (
            <Empty
              title={t('templates.noSegment')}
              action={
                <a class="button main" href={href('segments', 'new')}>
                  {t('segments.new')}
                </a>
              }
            >
              {t('templates.noSegmentHint')}
            </Empty>
          ) : (
            <>
              <ul class="gallery">
                {templates.toSorted(mostEmailsFirst).map((template) => (
                  <li key={template.id} class="card stack choice">
                    <h2>{nameOf(template)}</h2>
                    <p class="quiet">{describe(template)}</p>
                    <div class="row">
                      <Tag>{t('templates.emails', { n: template.emails })}</Tag>
                      {template.hasOffer ? <Tag>{t('templates.offer')}</Tag> : null}
                    </div>
                    <div>
                      <button type="button" class="main" onClick={() => setChosen(template)}>
                        {t('templates.use')}
                        <span class="sr"> {nameOf(template)}</span>
                      </button>
                    </div>
                  </li>
                ))}
              </ul>
              {chosen ? <Use template={chosen} segments={segments} onClose={() => setChosen(undefined)} /> : null}
            </>
          )
        }
      </Loading>
    </Page>
  );
}

/** The win-back sequences before those of one email. */
const mostEmailsFirst = (a: Template, b: Template): number => b.emails - a.emails;

const nameOf = ({ id, name }: Template): string => (language.value === 'en' ? name : said('template', id));
const describe = ({ id, description }: Template): string =>
  language.value === 'en' ? description : said('templateAbout', id);

interface UseProps {
  readonly template: Template;
  readonly segments: readonly Segment[];
  readonly onClose: () => void;
}

function Use({ template, segments, onClose }: UseProps) {
  const wanted = query.value.get('segment');
  const [segment, setSegment] = useState(segmentNamed(segments, wanted ?? '')?.name ?? segments[0]?.name ?? '');
  const [tongue, setTongue] = useState(() => firstOf(template.languages));
  const create = useAction(async () => {
    const { id } = await applyTemplate(template.id, { brandId: brandId(), segment, language: tongue });
    go(href('sequences', id, 'edit'));
  });
  const names = new Intl.DisplayNames(language.value, { type: 'language' });
  return (
    <Dialog title={nameOf(template)} onClose={onClose}>
      <Select
        label={t('templates.to')}
        value={segment}
        options={segments.map(({ name }) => [name, name] as const)}
        onValue={setSegment}
      />
      <Select
        label={t('templates.language')}
        value={tongue}
        options={template.languages.map((tag) => [tag, names.of(tag) ?? tag] as const)}
        onValue={(tag) => setTongue(template.languages.find((each) => each === tag) ?? tongue)}
      />
      {template.needs.length > 0 ? <p class="note warn small">{t('templates.needs')}</p> : null}
      {create.failure ? <FailureNote failure={create.failure} /> : null}
      <div class="row">
        <button type="button" class="main" aria-disabled={create.running} onClick={() => void create.run()}>
          {t('templates.create')}
        </button>
        <button type="button" onClick={onClose}>
          {t('cancel')}
        </button>
      </div>
      <p class="small quiet">{t('templates.nothingSent')}</p>
    </Dialog>
  );
}

/** The language of the storefront, else that of the studio. */
function firstOf(tags: Template['languages']): Template['languages'][number] {
  const wanted = [me().language?.slice(0, 2), language.value];
  return tags.find((tag) => tag === wanted[0]) ?? tags.find((tag) => tag === wanted[1]) ?? 'en';
}
