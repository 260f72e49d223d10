import { useState } from 'preact/hooks';
import { t } from '../i18n/index.js';
import { TypedConfirm } from './typed-confirm.js';

interface RemoveButtonProps {
  readonly name: string;
  readonly title: string;
  /** What goes with it. */
  readonly hint: string;
  readonly onRemove: () => Promise<void>;
}

/** Deletes something after its name was typed. */
export function RemoveButton({ name, title, hint, onRemove }: RemoveButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" class="danger" onClick={() => setAsking(true)}>
        {t('remove')}
      </button>
      {isAsking ? (
        <TypedConfirm
          title={title}
          hint={hint}
          what={name}
          action={t('remove')}
          onConfirm={onRemove}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
