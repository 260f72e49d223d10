import { useState } from 'preact/hooks';
import { t } from '../../i18n/index.js';
import { isOwner } from '../../session-state.js';
import { Check, Input } from '../../ui/form.js';
import { useAction, useLoad } from '../../ui/load.js';
import { FailureNote, Loading } from '../../ui/states.js';
import { type Brand, changeBrand, getBrand } from '../images/calls.js';

/** The rules for all sequences of the brand. */
export function Settings() {
  const brand = useLoad(getBrand, []);
  return (
    <section class="card stack" aria-labelledby="settings">
      <h2 id="settings">{t('store.settings')}</h2>
      <Loading from={brand}>{(data) => <Rules key={data.version} brand={data} onSaved={brand.reload} />}</Loading>
    </section>
  );
}

function Rules({ brand, onSaved }: { readonly brand: Brand; readonly onSaved: () => void }) {
  const [settings, setSettings] = useState(brand.settings);
  const save = useAction(async () => {
    const { mailUnknownConsent, requireApprovedImages, approvalByTwo, globalHoldout } = settings;
    await changeBrand({
      settings: {
        mailUnknownConsent,
        requireApprovedImages,
        approvalByTwo,
        ...(globalHoldout ? { globalHoldout } : {}),
      },
    });
    onSaved();
  });
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void save.run();
      }}
    >
      <Check
        label={t('settings.unknownConsent')}
        checked={settings.mailUnknownConsent}
        disabled={!isOwner()}
        onChecked={(mailUnknownConsent) => setSettings({ ...settings, mailUnknownConsent })}
      />
      <Check
        label={t('settings.approvedImages')}
        checked={settings.requireApprovedImages}
        disabled={!isOwner()}
        onChecked={(requireApprovedImages) => setSettings({ ...settings, requireApprovedImages })}
      />
      <Check
        label={t('settings.byTwo')}
        checked={settings.approvalByTwo}
        disabled={!isOwner()}
        onChecked={(approvalByTwo) => setSettings({ ...settings, approvalByTwo })}
      />
      <Input
        label={t('settings.holdout')}
        hint={isOwner() ? t('editor.holdoutHint') : t('settings.holdoutOwner')}
        disabled={!isOwner()}
        type="number"
        min="0"
        max="20"
        value={String(settings.globalHoldout?.percent ?? 0)}
        onValue={(percent) =>
          setSettings({
            ...settings,
            globalHoldout: { ...settings.globalHoldout, percent: Math.min(20, Number(percent)) },
          })
        }
      />
      {save.failure ? <FailureNote failure={save.failure} /> : null}
      {isOwner() ? (
        <div>
          <button type="submit" aria-disabled={save.running}>
            {t('save')}
          </button>
        </div>
      ) : (
        <p class="small quiet">{t('settings.owner')}</p>
      )}
    </form>
  );
}
