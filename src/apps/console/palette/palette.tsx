import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { focusHeading } from '../layout/use-focus.ts';
import { addressOf } from '../tabs/tabs-model.ts';
import { useTabs } from '../tabs/use-tabs.ts';
import { PaletteRow } from './palette-row.tsx';
import type { Row, Subject } from './palette-rows.ts';
import { usePaletteRows } from './use-palette-rows.ts';
import './palette.css';

interface PaletteProps {
  /** What was typed before its box could take it. */
  typed: RefObject<string>;
  onClose: () => void;
}

/**
 * Pages, records, and what can be done with the one in sight, by a few letters; only what the user may see and do. The right
 * arrow opens the page of a record behind the palette, which then offers what that page does (decision 0036).
 */
export default function Palette({ typed, onClose }: PaletteProps) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [subject, setSubject] = useState<Subject>();
  const listId = useId();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    setText(typed.current);
    box.current?.focus();
  }, [typed]);
  const open = (to: string): void => {
    const { tabs, active } = useTabs.getState();
    void navigate(addressOf(tabs, active, to));
  };
  const { groups, rows, titleOf, note } = usePaletteRows(text, subject, open);
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
              {titleOf(group)}
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
