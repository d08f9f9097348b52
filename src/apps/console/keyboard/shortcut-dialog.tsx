import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { KEYS, MOVING_KEYS } from '#ui/keyboard/keys.ts';
import { areSingleKeysAllowed, setSingleKeys } from '#ui/keyboard/single-keys.ts';
import { FRAME_KEYS, type GO_TO } from './frame-keys.ts';

/** Each way to do it: the keys pressed one after the other, or held together. */
interface Line {
  readonly does: string;
  readonly ways: readonly (readonly string[])[];
  readonly held?: boolean;
}

const goLine = (letter: keyof typeof GO_TO): string[][] => [[FRAME_KEYS.go, letter]];

const EVERYWHERE: readonly Line[] = [
  { does: 'palette', ways: [FRAME_KEYS.palette.split('+')], held: true },
  { does: 'list', ways: [[FRAME_KEYS.list]] },
  { does: 'orders', ways: goLine('o') },
  { does: 'robots', ways: goLine('r') },
  { does: 'dashboard', ways: goLine('d') },
  { does: 'records', ways: [[KEYS.previous], [KEYS.next]] },
  { does: 'save', ways: [KEYS.save.split('+')], held: true },
  { does: 'tabs', ways: [['Alt', '1 … 9']], held: true },
  { does: 'close', ways: [[KEYS.close]] },
];

const IN_LISTS: readonly Line[] = [
  { does: 'search', ways: [[KEYS.search]] },
  { does: 'filter', ways: [[KEYS.filter]] },
  { does: 'create', ways: [[KEYS.create]] },
  { does: 'move', ways: [[KEYS.down], [KEYS.up], [MOVING_KEYS.down], [MOVING_KEYS.up]] },
  { does: 'ends', ways: [[MOVING_KEYS.first], [MOVING_KEYS.last]] },
  { does: 'open', ways: [[KEYS.open]] },
  { does: 'panel', ways: [[KEYS.panel]] },
  { does: 'select', ways: [[KEYS.select]] },
  {
    does: 'extend',
    ways: [
      ['Shift', MOVING_KEYS.down],
      ['Shift', MOVING_KEYS.up],
    ],
    held: true,
  },
];

/** All keys of the console, and the switch for those of one letter. */
export default function ShortcutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('console');
  const [isOn, setOn] = useState(areSingleKeysAllowed);
  return (
    <Dialog title={t('keys.title')} width={820} onClose={onClose}>
      <div className="shortcut-lists">
        <Lines title={t('keys.everywhere')} lines={EVERYWHERE} />
        <Lines title={t('keys.inLists')} lines={IN_LISTS} />
      </div>
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

function Lines({ title, lines }: { title: string; lines: readonly Line[] }) {
  const { t } = useTranslation('console');
  return (
    <section>
      <h3>{title}</h3>
      <dl className="shortcut-list">
        {lines.map(({ does, ways, held }) => (
          <Fragment key={does}>
            <dt>
              {ways.map((keys) => (
                <span key={keys.join()}>
                  {keys.map((key, at) => (
                    <Fragment key={key}>
                      {at > 0 && (held ? ' + ' : ` ${t('keys.then')} `)}
                      <Cap name={key} />
                    </Fragment>
                  ))}
                </span>
              ))}
            </dt>
            <dd>{t(`keys.${does}`)}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

const SHOWN: Readonly<Record<string, string>> = {
  mod: 'Ctrl / ⌘',
  Escape: 'Esc',
  ArrowDown: '↓',
  ArrowUp: '↑',
};

function Cap({ name }: { name: string }) {
  const { t } = useTranslation('console');
  return (
    <kbd>
      {name === KEYS.panel ? t('keys.space') : (SHOWN[name] ?? (name.length === 1 ? name.toUpperCase() : name))}
    </kbd>
  );
}
