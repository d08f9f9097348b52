import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Icon, iconOf } from '#ui/icon/icon.tsx';
import { focusHeading } from '../layout/use-focus.ts';
import { matchRoute } from '../routing/console-routes.ts';
import { useRoutes } from '../routing/use-routes.ts';
import { addressOf } from '../tabs/tabs-model.ts';
import { useTabs } from '../tabs/use-tabs.ts';
import { findLocal, grouped, keyFirst } from './find-local.ts';
import { type Row, type Subject, useActionsHere, useFrameActions, useOthers } from './palette-rows.ts';
import { useFoundRecords } from './use-found-records.ts';
import './palette.css';

/** Kinds whose rows are records: the right arrow asks what can be done with one. */
const WITH_ACTIONS: ReadonlySet<string> = new Set(['orders', 'robots']);

/**
 * Pages, records, and what can be done with the one in sight, by a few letters; only what the user may see and do. The right
 * arrow opens the page of a record behind the palette, which then offers what that page does (decision 0036).
 */
export default function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const routes = useRoutes();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [subject, setSubject] = useState<Subject>();
  const listId = useId();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
  const open = (to: string): void => {
    const { tabs, active } = useTabs.getState();
    void navigate(addressOf(tabs, active, to));
  };
  const here = useActionsHere(subject, open);
  const others = useOthers(open);
  const records = useFoundRecords(subject ? '' : text);
  const frame = useFrameActions(open);

  const local = subject ? here.rows : [...here.rows, ...others, ...frame];
  const known = findLocal(local, text);
  // what leads nowhere for this reader is not offered
  const hasPage = ({ to }: { to: string }): boolean => matchRoute(routes, to.split('?')[0] ?? '') !== undefined;
  const found = keyFirst(records.rows.filter(hasPage), text)
    .filter(({ to }) => !known.some((row) => row.to === to))
    .map(({ kind, to, ...one }): Row => {
      const isRecord = !to.includes('?') && WITH_ACTIONS.has(kind);
      return { ...one, key: to + one.title, group: kind, ...(isRecord && { to }), run: () => open(to) };
    });
  const lists = records.lists.filter(hasPage).map(({ kind, icon, to }): Row => {
    return {
      key: to,
      group: 'all',
      icon,
      title: t(`palette.all.${kind}`, { text: records.sought }),
      run: () => open(to),
    };
  });
  const groups = grouped([...known, ...found, ...lists]);
  const rows = groups.flatMap(([, each]) => each);
  const active = Math.min(at, rows.length - 1);
  const current = rows[active];

  const write = (value: string): void => {
    setText(value);
    setAt(0);
  };
  const choose = (row: Row | undefined): void => {
    if (!row || row.isOff) return;
    onClose();
    row.run();
  };
  const turnTo = ({ to, title }: Row): void => {
    if (to === undefined) return;
    setSubject({ to, title, text });
    write('');
    open(to);
    box.current?.focus();
  };
  const turnBack = (): void => {
    write(subject?.text ?? '');
    setSubject(undefined);
  };
  const close = (): void => {
    onClose();
    // Where it was opened is out of sight by now.
    if (subject) setTimeout(focusHeading);
  };
  const pressed = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const isAtEnd = box.current?.selectionStart === text.length && box.current.selectionEnd === text.length;
    if (event.key === 'ArrowDown') setAt((active + 1) % rows.length);
    else if (event.key === 'ArrowUp') setAt((active - 1 + rows.length) % rows.length);
    else if (event.key === 'Enter') choose(current);
    else if (event.key === 'ArrowRight' && isAtEnd && current?.to !== undefined) turnTo(current);
    else if ((event.key === 'ArrowLeft' || event.key === 'Backspace') && subject && text === '') turnBack();
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    // Newer browsers answer a promise, which is no clean-up.
    void document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, active]);

  const title = (group: string): string =>
    here.titles[group] ?? rows.find((row) => row.group === group)?.groupTitle ?? t(`palette.group.${group}`);
  const note = (): string => {
    if (subject && here.isAwaited) return t('palette.awaited', { record: subject.title });
    if (records.isSearching) return t('palette.searching');
    if (rows.length > 0) return '';
    return subject && text === '' ? t('palette.noActions', { record: subject.title }) : t('palette.nothing');
  };
  return (
    <Dialog title={t('palette.title')} width={560} onClose={close} className="palette">
      <input
        ref={box}
        type="text"
        role="combobox"
        aria-label={t('palette.title')}
        aria-expanded={rows.length > 0}
        aria-controls={listId}
        aria-activedescendant={rows.length > 0 ? `${listId}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        enterKeyHint="go"
        placeholder={subject ? t('palette.what', { record: subject.title }) : t('palette.placeholder')}
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={pressed}
      />
      <div role="listbox" id={listId} aria-label={t('palette.results')} className="palette-rows" tabIndex={-1}>
        {groups.map(([group, each]) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options (ARIA Authoring Practices, listbox)
          <div key={group} role="group" aria-labelledby={`${listId}-${group}`}>
            <div role="presentation" id={`${listId}-${group}`} className="palette-group">
              {title(group)}
            </div>
            {each.map((row) => (
              <PaletteRow
                key={row.key}
                row={row}
                id={`${listId}-${rows.indexOf(row)}`}
                isActive={row === current}
                onChoose={() => choose(row)}
                onTurn={() => turnTo(row)}
              />
            ))}
          </div>
        ))}
      </div>
      <p className="palette-note">
        <span role="status">{note()}</span>
        <span className="palette-way">
          {subject ? t('palette.back') : current?.to !== undefined ? t('palette.forward') : ''}
        </span>
      </p>
    </Dialog>
  );
}

interface PaletteRowProps {
  row: Row;
  id: string;
  isActive: boolean;
  onChoose: () => void;
  onTurn: () => void;
}

function PaletteRow({ row, id, isActive, onChoose, onTurn }: PaletteRowProps) {
  const { t } = useTranslation('console');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the search box
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-disabled={row.isOff || undefined}
      aria-keyshortcuts={row.to === undefined ? undefined : 'ArrowRight'}
      className={row.danger ? 'palette-row palette-row-danger' : 'palette-row'}
      onClick={onChoose}
    >
      <Icon name={iconOf(row.icon, 'dot')} />
      <span className="palette-row-title">{row.title}</span>
      <span className="palette-row-hint" data-tip-cut="">
        {row.hint}
      </span>
      {row.to !== undefined && (
        // For the pointer; the keys have the right arrow, and an option holds no other control.
        <span
          className="palette-row-turn"
          aria-hidden="true"
          data-tip={t('palette.turn')}
          onClick={(event) => {
            event.stopPropagation();
            onTurn();
          }}
        >
          <Icon name="next" />
        </span>
      )}
    </div>
  );
}
