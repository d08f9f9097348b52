import { useRef, useState } from 'react';
import { useIsNarrow } from '../../record-table/use-media.ts';
import type { DateAttributes, TypedEarly } from '../date-waiting.tsx';
import type { EnteredRange } from '../range-value.ts';
import { CalendarButton } from './calendar-button.tsx';
import { CalendarLayer } from './calendar-layer.tsx';
import { useEarlyKeys } from './early-keys.ts';
import { SpanCalendar } from './span-calendar.tsx';
import { useDisabled } from './use-disabled.ts';
import { WallInput } from './wall-input.tsx';

export interface RangeEnd {
  /** Spoken name. */
  readonly label: string;
  readonly attributes?: DateAttributes | undefined;
}

export interface RangeBoxProps {
  /** Spoken name of both together. */
  label: string;
  value: EnteredRange;
  from: RangeEnd;
  to: RangeEnd;
  maxDays?: number | undefined;
  /** `isDone`: chosen in the calendar, not typed. */
  onChange: (value: EnteredRange, isDone: boolean) => void;
  onEnter?: (() => void) | undefined;
  isInvalid?: boolean | undefined;
  /** The calendar stands open below, where there is room for it. */
  isOpen?: boolean;
  early?: TypedEarly;
}

/** First and last day, typed side by side, with one calendar for both. */
export function RangeBox(props: RangeBoxProps) {
  const { label, value, from, to, maxDays, onChange, onEnter, isInvalid, isOpen, early } = props;
  const isNarrow = useIsNarrow();
  const [anchor, setAnchor] = useState<Element>();
  const box = useRef<HTMLDivElement>(null);
  const isDisabled = useDisabled(box, from.attributes?.disabled);
  useEarlyKeys(box, early);
  const open = () => !isDisabled && box.current && setAnchor(box.current);
  const months = isNarrow ? 1 : 2;
  const ends = { from, to } as const;
  const input = (end: 'from' | 'to') => (
    <WallInput
      kind="day"
      label={ends[end].label}
      value={value[end]}
      onChange={(day) => onChange({ ...value, [end]: day }, false)}
      attributes={{ ...ends[end].attributes, disabled: isDisabled, 'aria-invalid': isInvalid || undefined }}
      onOpen={isOpen ? undefined : open}
      onEnter={onEnter}
    />
  );
  const calendar = (
    <SpanCalendar
      label={label}
      value={value}
      maxDays={maxDays}
      months={months}
      onChoose={(days) => {
        setAnchor(undefined);
        onChange(days, true);
      }}
    />
  );
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only learns that the focus left */}
      <div
        ref={box}
        className="date-box range-box"
        data-disabled={isDisabled || undefined}
        data-invalid={isInvalid || undefined}
        onBlur={(event) => {
          if (event.currentTarget.contains(event.relatedTarget)) return;
          from.attributes?.onBlur?.();
          to.attributes?.onBlur?.();
        }}
      >
        {input('from')}
        <span className="date-until" aria-hidden>
          –
        </span>
        {input('to')}
        {!isOpen && (
          <CalendarButton label={label} isOpen={anchor !== undefined} isDisabled={isDisabled} onOpen={open} />
        )}
        {anchor && (
          <CalendarLayer label={label} anchor={anchor} onClose={() => setAnchor(undefined)}>
            {calendar}
          </CalendarLayer>
        )}
      </div>
      {isOpen && calendar}
    </>
  );
}
