import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/button.tsx';
import { Icon } from '../icon/icon.tsx';
import { OpenedPart } from '../opened-part/opened-part.tsx';
import { Popover } from '../placement/popover.tsx';
import { fetchPicker } from './lazy-picker.ts';
import './select.css';

/** Id, name and ARIA of the control, as `useField` gives them. */
export type SelectAttributes = Pick<
  ComponentProps<'button'>,
  'id' | 'name' | 'disabled' | 'aria-invalid' | 'aria-required' | 'aria-describedby'
> & { onBlur?: (() => void) | undefined };

export interface SelectBoxProps {
  attributes?: SelectAttributes | undefined;
  /** Names what opens; and the box itself where no label points to its id. */
  label: string;
  /** What is chosen; undefined without a choice. */
  shown: ReactNode;
  placeholder?: string | undefined;
  /** A cross that takes the choice back. */
  onClear?: (() => void) | undefined;
  /** What opens, with what was typed on the closed box. */
  children: (startText: string, close: () => void) => ReactNode;
}

/** The spoken name of a control that no `<label>` names. */
export const namedBy = (label: string, { id }: SelectAttributes = {}): string | undefined =>
  id === undefined ? label : undefined;

/** The one trigger of everything that is chosen from a list. */
export function SelectBox({ attributes, label, shown, placeholder, onClear, children }: SelectBoxProps) {
  const { t } = useTranslation('ui');
  const listId = useId();
  const box = useRef<HTMLButtonElement>(null);
  const [anchor, setAnchor] = useState<Element>();
  const [startText, setStartText] = useState('');
  const close = () => setAnchor(undefined);
  const open = (box: Element, typed = '') => {
    setStartText(typed);
    setAnchor(box);
  };
  const pressed = (event: KeyboardEvent) => {
    if (anchor || event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const isLetter = event.key.length === 1 && event.key !== ' ';
    if (!isLetter && event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    event.stopPropagation();
    open(event.currentTarget, isLetter ? event.key : '');
  };
  const isEmpty = shown === undefined || shown === '';
  return (
    <div className="select">
      <button
        aria-label={namedBy(label, attributes)}
        {...attributes}
        ref={box}
        type="button"
        role="combobox"
        className="control select-box"
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        aria-controls={listId}
        onClick={(event) => (anchor ? close() : open(event.currentTarget))}
        onKeyDown={pressed}
        onPointerEnter={fetchPicker}
        onFocus={fetchPicker}
      >
        <span data-tip-cut="" className={isEmpty ? 'select-none' : undefined}>
          {isEmpty ? (placeholder ?? t('form.choose')) : shown}
        </span>
        <Icon name="down" size={14} />
      </button>
      {onClear && !isEmpty && !attributes?.disabled && (
        <IconButton
          icon="close"
          small
          label={t('select.clear')}
          className="select-clear"
          onClick={() => {
            onClear();
            box.current?.focus();
          }}
        />
      )}
      <OpenedPart onClose={close}>
        {anchor && (
          <Popover id={listId} anchor={anchor} onClose={close} className="select-list" role="dialog" aria-label={label}>
            {children(startText, close)}
          </Popover>
        )}
      </OpenedPart>
    </div>
  );
}
