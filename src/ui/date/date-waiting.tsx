import { useLayoutEffect, useRef } from 'react';
import { Icon } from '../icon/icon.tsx';

/** What ties a control to the label, the hint and the fault of a form. */
export interface DateAttributes {
  readonly id?: string;
  readonly disabled?: boolean | undefined;
  readonly 'aria-invalid'?: true | undefined;
  readonly 'aria-required'?: true | undefined;
  readonly 'aria-describedby'?: string | undefined;
  readonly onBlur?: () => void;
}

/** What was typed before the segments were there, and whether the focus was. */
export interface TypedEarly {
  text: string;
  hadFocus: boolean;
}

interface DateWaitingProps {
  label: string;
  /** The value as the console writes it. */
  shown: string;
  attributes?: DateAttributes | undefined;
  early: TypedEarly;
  hasCalendar: boolean;
  /** The code did not come: touching the field asks for it again. */
  onRetry?: (() => void) | undefined;
}

/** Keeps the room of a date field until its code has come, and the keys that are pressed meanwhile. */
export function DateWaiting({ label, shown, attributes, early, hasCalendar, onRetry }: DateWaitingProps) {
  const { onBlur: _, ...rest } = attributes ?? {};
  const box = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const input = box.current;
    return () => {
      early.hadFocus = input !== null && document.activeElement === input;
    };
  }, [early]);
  return (
    <div className="date-box date-waiting" aria-busy={onRetry === undefined}>
      <input
        {...rest}
        ref={box}
        aria-label={label}
        autoComplete="off"
        inputMode="numeric"
        defaultValue={early.text || shown}
        onFocus={onRetry ?? ((event) => event.target.select())}
        onChange={(event) => {
          early.text = event.target.value;
        }}
      />
      {hasCalendar && <Icon name="calendar" />}
    </div>
  );
}
