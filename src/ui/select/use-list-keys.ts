import { type KeyboardEvent, useRef, useState } from 'react';
import { type SelectOption, startingWith } from './options.ts';

/** Letters that come within this time make one word. */
const WORD_MS = 600;
const PAGE = 8;

export interface ListKeysOptions {
  options: readonly SelectOption[];
  /** Where the cursor stands until a key or the pointer moves it: the place in the list, -1 for none. */
  start: number;
  /** Letters go into a search box. */
  hasBox: boolean;
  onChoose: (option: SelectOption) => void;
}

/** The cursor of a list by keys and pointer (ARIA Authoring Practices, listbox and combobox). */
export function useListKeys({ options, start, hasBox, onChoose }: ListKeysOptions) {
  const [cursor, setCursor] = useState<string>();
  const typed = useRef({ text: '', at: 0 });
  const known = cursor === undefined ? -1 : options.findIndex(({ value }) => value === cursor);
  const at = known < 0 ? start : known;

  /** The next one that can be chosen, around the ends. */
  const step = (by: 1 | -1, from = at): void => {
    const { length } = options;
    const begin = from < 0 && by < 0 ? 0 : from;
    const ahead = options.map((_, count) => options[(begin + by * (count + 1) + 2 * length) % length]);
    const next = ahead.find((option) => option && !option.disabled);
    if (next) setCursor(next.value);
  };
  const jump = (by: number): void => {
    const to = Math.max(0, Math.min(options.length - 1, at + by));
    step(by > 0 ? -1 : 1, by > 0 ? to + 1 : to - 1);
  };
  const findTyped = (event: KeyboardEvent): void => {
    const isSameWord = event.timeStamp - typed.current.at < WORD_MS;
    const text = (isSameWord ? typed.current.text : '') + event.key;
    typed.current = { text, at: event.timeStamp };
    // one letter again and again walks along those that begin with it
    const isOneLetter = [...text].every((letter) => letter === text[0]);
    const found = startingWith(options, isOneLetter ? (text[0] ?? '') : text, isOneLetter ? at + 1 : Math.max(0, at));
    if (found) setCursor(found.value);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      PageDown: () => jump(PAGE),
      PageUp: () => jump(-PAGE),
      ...(hasBox ? {} : { Home: () => step(1, -1), End: () => step(-1, options.length) }),
    };
    const option = options[at];
    const isLetter = event.key.length === 1 && !hasBox;
    if (moves[event.key]) moves[event.key]?.();
    else if (event.key === 'Enter' || (event.key === ' ' && isLetter)) {
      if (option && !option.disabled) onChoose(option);
    } else if (isLetter) findTyped(event);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { at, setCursor, onKeyDown };
}
