import { parseDate, parseDateTime } from '@internationalized/date';
import {
  type ClipboardEvent,
  type ContextType,
  type FocusEvent,
  type KeyboardEvent,
  use,
  useEffect,
  useRef,
} from 'react';
import { DateFieldStateContext, DateSegment } from 'react-aria-components/DateField';
import { useTranslation } from 'react-i18next';
import type { TimeStyle } from '../../time/format-time.ts';
import { formatWall } from '../../time/format-wall.ts';
import { useTimeStyle } from '../../time/use-time-style.ts';
import { toast } from '../../toast/toasts.tsx';
import type { DateKind } from '../date-value.ts';
import { readClock, readDate } from '../read-date.ts';
import { patternParts, type SegmentName } from './pattern.ts';

type State = NonNullable<ContextType<typeof DateFieldStateContext>>;
type Segment = State['segments'][number];

interface SegmentsProps {
  /** The segment for which React Aria asks; all are drawn in place of the first. */
  of: Segment;
  kind: DateKind;
  /** The whole date as it holds, or empty. */
  text: string;
  /** Filled in part, or a day that its month does not have. */
  onUnsettled: (isUnsettled: boolean) => void;
  onPasted: (text: string, at?: number) => void;
  onOpen: (() => void) | undefined;
  onEnter: (() => void) | undefined;
}

/** React Aria lays segments in the order of the reader's language; here they stand in the tenant's. */
export function Segments(props: SegmentsProps) {
  const state = use(DateFieldStateContext);
  return state?.segments[0] === props.of ? <Row {...props} state={state} /> : null;
}

/** Keys that end a part in one format or another. */
const DIVIDERS = /^[-./:,\s年月日时分]$/;
const AFTER_2000 = 2_000;

function Row({ kind, text, state, onUnsettled, onPasted, onOpen, onEnter }: SegmentsProps & { state: State }) {
  const { t } = useTranslation('date');
  const style = useTimeStyle();
  const row = useRef<HTMLSpanElement>(null);
  const hasTyped = useRef(false);
  const parts = patternParts(kind, style);
  const placeholders = usePlaceholders(style.timeFormat);
  const isUnsettled = !isSettled(state);
  const was = useRef(isUnsettled);
  // biome-ignore lint/correctness/useExhaustiveDependencies: called when it changes
  useEffect(() => {
    if (was.current === isUnsettled) return;
    was.current = isUnsettled;
    onUnsettled(isUnsettled);
  }, [isUnsettled]);

  const boxes = () => [...(row.current?.querySelectorAll<HTMLElement>('[contenteditable="true"]') ?? [])];
  const focusNext = (from: EventTarget) => boxes()[boxes().indexOf(from as HTMLElement) + 1]?.focus();

  const keyed = (event: KeyboardEvent<HTMLSpanElement>) => {
    const { key, target } = event;
    const segment = (target as HTMLElement).dataset['type'];
    if (key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      state.confirmPlaceholder();
      const form = row.current?.closest('form');
      // what was confirmed must have reached the form
      setTimeout(() => (form ? form.requestSubmit() : onEnter?.()));
    } else if (key === 'ArrowDown' && event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      onOpen?.();
    } else if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    } else if (DIVIDERS.test(key)) {
      event.preventDefault();
      // a full part has moved on by itself
      if (hasTyped.current) focusNext(target);
    } else if (segment === 'dayPeriod' && /^[ap]$/i.test(key)) {
      event.preventDefault();
      state.setSegment('dayPeriod', key.toLowerCase() === 'a' ? 0 : 1);
      focusNext(target);
    } else if (/^\d$/.test(key)) hasTyped.current = true;
  };
  const left = (event: FocusEvent<HTMLSpanElement>) => {
    const year = state.segments.find(({ type }) => type === 'year')?.value;
    if (event.target.dataset['type'] === 'year' && typeof year === 'number' && year < 100)
      state.setSegment('year', AFTER_2000 + year);
  };
  const pasted = (event: ClipboardEvent) => {
    event.preventDefault();
    const given = event.clipboardData.getData('text/plain');
    const read = readAs(kind, given, text, style);
    if (!read) {
      toast.warning(t(kind === 'clock' ? 'noTime' : 'noDate', { text: given.trim().slice(0, 40) }));
      return;
    }
    state.setValue(kind === 'day' ? parseDate(read.text) : parseDateTime(read.full));
    onPasted(read.text, read.at);
    boxes().at(-1)?.focus();
  };
  const copied = (event: ClipboardEvent) => {
    if (text === '') return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', formatWall(text, style));
  };

  return (
    <span
      ref={row}
      className="date-row"
      onKeyDownCapture={keyed}
      onFocusCapture={() => {
        hasTyped.current = false;
      }}
      onBlurCapture={left}
      onPasteCapture={pasted}
      onCopyCapture={copied}
    >
      {parts.map((part, place) => {
        if ('literal' in part)
          return (
            <span key={place} className="date-literal" aria-hidden>
              {part.literal}
            </span>
          );
        const segment = state.segments.find(({ type }) => type === part.segment);
        return (
          segment && (
            <DateSegment key={part.segment} segment={segment} className="date-segment">
              {segment.isPlaceholder ? (placeholders[part.segment] ?? '––') : segment.text}
            </DateSegment>
          )
        );
      })}
    </span>
  );
}

/** Empty, or full of something that exists. */
function isSettled({ segments, value }: State): boolean {
  const own = segments.filter(({ isEditable }) => isEditable);
  if (own.every(({ isPlaceholder }) => isPlaceholder)) return true;
  if (value === null || own.some(({ isPlaceholder }) => isPlaceholder)) return false;
  return own.every(({ type, value: typed }) =>
    type === 'year' || type === 'month' || type === 'day' ? value[type] === typed : true,
  );
}

/** What stands where nothing is typed yet; beside 年 the word itself would stand twice. */
function usePlaceholders(timeFormat: string): Partial<Record<SegmentName, string>> {
  const { t } = useTranslation('date');
  if (/年/.test(timeFormat)) return { year: '––––' };
  return { year: t('placeholder.year'), month: t('placeholder.month'), day: t('placeholder.day') };
}

interface Read {
  /** As the field's value. */
  readonly text: string;
  /** With a day, where the field has none. */
  readonly full: string;
  readonly at?: number | undefined;
}

/** A pasted text as the field takes it; a day alone keeps the time that is there. */
function readAs(kind: DateKind, given: string, present: string, style: TimeStyle): Read | undefined {
  if (kind === 'clock') {
    const clock = readClock(given) ?? readDate(given, style)?.clock;
    return clock === undefined ? undefined : { text: clock, full: `2000-01-01T${clock}` };
  }
  const read = readDate(given, style);
  if (!read) return undefined;
  if (kind === 'day') return { text: read.day, full: read.day };
  const text = `${read.day}T${read.clock ?? (present.slice(11) || '00:00')}`;
  return { text, full: text, at: read.at };
}
