import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { areSingleKeysAllowed, setSingleKeys } from './single-keys.ts';

const KEYS = [
  ['Ctrl / ⌘ + K', 'palette'],
  ['?', 'list'],
  ['/', 'search'],
  ['g o', 'orders'],
  ['g r', 'robots'],
  ['g d', 'dashboard'],
  ['c', 'create'],
  ['[ ]', 'records'],
  ['Ctrl / ⌘ + S', 'save'],
  ['Alt + 1 … 9', 'tabs'],
  ['Esc', 'close'],
] as const;

/** All keys of the console, and the switch for those of one letter. */
export default function ShortcutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('console');
  const [isOn, setOn] = useState(areSingleKeysAllowed);
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <dl className="shortcut-list">
        {KEYS.map(([keys, action]) => (
          <div key={action} style={{ display: 'contents' }}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{t(`keys.${action}`)}</dd>
          </div>
        ))}
      </dl>
      <label>
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => {
            setSingleKeys(event.target.checked);
            setOn(event.target.checked);
          }}
        />{' '}
        {t('keys.single')}
      </label>
    </Dialog>
  );
}
