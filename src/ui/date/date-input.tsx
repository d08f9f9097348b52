import { useState } from 'react';
import { formatWall } from '../time/format-wall.ts';
import { useTimeStyle } from '../time/use-time-style.ts';
import type { DateBoxProps } from './area/date-box.tsx';
import { DatePart, datePart } from './date-part.tsx';
import { type DateKind, UNFINISHED, wallOf } from './date-value.ts';
import { DateWaiting, type TypedEarly } from './date-waiting.tsx';

const Box = datePart((area) => area.DateBox);

export type DateInputProps = Omit<DateBoxProps, 'early' | 'kind'>;

/** A day, `yyyy-MM-dd`, outside of a form; in one it is a `DateField`. */
export function DateInput(props: DateInputProps) {
  return <Control {...props} kind="day" />;
}

/** An ISO instant, typed and shown on the tenant's wall clock. */
export function DateTimeInput(props: DateInputProps) {
  return <Control {...props} kind="dayTime" />;
}

/** A time of day, `HH:mm`. */
export function TimeInput(props: DateInputProps) {
  return <Control {...props} kind="clock" />;
}

function Control(props: DateInputProps & { kind: DateKind }) {
  const { kind, label, value, attributes } = props;
  const style = useTimeStyle();
  const [early] = useState<TypedEarly>({ text: '', hadFocus: false });
  const wall = kind === 'dayTime' ? wallOf(value, style.timeZone) : value;
  const shown = wall === '' || wall === UNFINISHED ? '' : formatWall(wall, style);
  return (
    <DatePart
      waiting={(onRetry) => (
        <DateWaiting
          label={label}
          shown={shown}
          attributes={attributes}
          early={early}
          hasCalendar={kind !== 'clock'}
          onRetry={onRetry}
        />
      )}
    >
      <Box {...props} early={early} />
    </DatePart>
  );
}
