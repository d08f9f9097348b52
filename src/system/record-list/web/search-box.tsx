import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { KEYS } from '#ui/keyboard/keys.ts';
import './record-list.css';

const SEARCH_DELAY_MS = 300;

interface SearchBoxProps {
  /** What is searched, at the place of the words and spoken. */
  placeholder: string;
  value: string;
  onSearch: (words: string) => void;
  box: RefObject<HTMLInputElement | null>;
}

/** Words are asked for while they are typed, with a pause, and at once on Enter (ux-guide 3). */
export function SearchBox({ placeholder, value, onSearch, box }: SearchBoxProps) {
  const { t } = useTranslation('ui');
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Back, "Clear" and views change the address; the box follows unless it is what changed it.
  if (seen !== value) {
    setSeen(value);
    if (text.trim() !== value) setText(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const apply = (next: string) => {
    clearTimeout(timer.current);
    if (next.trim() !== value) onSearch(next.trim());
  };
  return (
    <div className="filter-search">
      <Icon name="search" />
      <input
        ref={box}
        type="search"
        enterKeyHint="search"
        aria-label={placeholder}
        placeholder={placeholder}
        data-tip={placeholder}
        data-tip-keys={KEYS.search}
        value={text}
        maxLength={200}
        onChange={(event) => {
          const next = event.target.value;
          setText(next);
          clearTimeout(timer.current);
          if (!(event.nativeEvent as InputEvent).isComposing)
            timer.current = setTimeout(() => apply(next), SEARCH_DELAY_MS);
        }}
        onCompositionEnd={(event) => apply(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') apply(text);
          if (event.key === 'Escape') {
            event.stopPropagation();
            if (text === '') event.currentTarget.blur();
            setText('');
            apply('');
          }
        }}
      />
      {text !== '' && (
        <IconButton
          icon="close"
          small
          label={t('filter.clearSearch')}
          onClick={() => {
            setText('');
            apply('');
            box.current?.focus();
          }}
        />
      )}
    </div>
  );
}
