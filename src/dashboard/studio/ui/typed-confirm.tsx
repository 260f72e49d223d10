import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../i18n/index.js';
import { Dialog } from './dialog.js';
import { Input } from './form.js';
import { useAction } from './load.js';
import { FailureNote } from './states.js';

interface TypedConfirmProps {
  readonly title: string;
  /** What happens. */
  readonly hint: ComponentChildren;
  /** What has to be typed. Case and spaces around it do not matter. */
  readonly what: string;
  readonly action: string;
  readonly onConfirm: (typed: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before something that can't be undone. The button works after the text was typed. */
export function TypedConfirm({ title, hint, what, action, onConfirm, onClose }: TypedConfirmProps) {
  const [typed, setTyped] = useState('');
  const isTyped = plain(typed) === plain(what);
  const confirm = useAction(() => onConfirm(typed.trim()));
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isTyped) void confirm.run();
        }}
      >
        <p>{hint}</p>
        <Input label={t('privacy.type', { what })} value={typed} onValue={setTyped} autocomplete="off" />
        {confirm.failure ? <FailureNote failure={confirm.failure} /> : null}
        <div class="row">
          <button type="submit" class="danger" aria-disabled={!isTyped || confirm.running}>
            {action}
          </button>
          <button type="button" onClick={onClose}>
            {t('cancel')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

const plain = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
