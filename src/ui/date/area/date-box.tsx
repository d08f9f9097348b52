import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../segmented/segmented.tsx';
import { zoneName } from '../../time/format-time.ts';
import { formatWall } from '../../time/format-wall.ts';
import { browserNow } from '../../time/now.ts';
import { useTimeStyle } from '../../time/use-time-style.ts';
import { instantsAt } from '../../time/zoned.ts';
import { type DateKind, isInstant, UNFINISHED, valueOfWall, wallOf } from '../date-value.ts';
import type { DateAttributes, TypedEarly } from '../date-waiting.tsx';
import { CalendarButton } from './calendar-button.tsx';
import { CalendarLayer } from './calendar-layer.tsx';
import { Choose } from './choose.tsx';
import { useEarlyKeys } from './early-keys.ts';
import { useDisabled } from './use-disabled.ts';
import { WallInput } from './wall-input.tsx';

export interface DateBoxProps {
  kind: DateKind;
  /** Spoken name. */
  label: string;
  /** `yyyy-MM-dd`, an ISO instant, or `HH:mm`; empty where nothing is chosen. */
  value: string;
  /** Called while typing: a date that is typed in part is `UNFINISHED`, and a time that spring skips a wall time. */
  onChange: (value: string) => void;
  /** Enter, outside of a form; or a day was pressed. */
  onEnter?: () => void;
  /** Of the same kind as the value. */
  min?: string | undefined;
  max?: string | undefined;
  attributes?: DateAttributes;
  early?: TypedEarly;
}

/** Segments, the zone of a time, and a calendar that opens; the hour that autumn repeats is asked for. */
export function DateBox({ kind, label, value, onChange, onEnter, min, max, attributes = {}, early }: DateBoxProps) {
  const { t } = useTranslation('date');
  const style = useTimeStyle();
  const { timeZone, language } = style;
  const [anchor, setAnchor] = useState<Element>();
  const box = useRef<HTMLDivElement>(null);
  const isDisabled = useDisabled(box, attributes.disabled);
  useEarlyKeys(box, early);
  const hasTime = kind === 'dayTime';
  const wall = hasTime ? wallOf(value, timeZone) : value;
  const put = (text: string, at?: number): void => {
    if (!hasTime) onChange(text);
    else onChange(at === undefined ? valueOfWall(text, timeZone, value) : new Date(at).toISOString());
  };
  const instants = hasTime && wall.length > 10 ? instantsAt(wall, timeZone) : [];
  const chosenAt = isInstant(value) ? Date.parse(value) : browserNow();
  const open = () => !isDisabled && box.current && setAnchor(box.current);
  const zone = (at: number) => zoneName(at, timeZone, language);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only learns that the focus left */}
      <div
        ref={box}
        className="date-box"
        data-disabled={isDisabled || undefined}
        data-invalid={attributes['aria-invalid']}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) attributes.onBlur?.();
        }}
      >
        <WallInput
          kind={kind}
          label={label}
          value={wall}
          onChange={put}
          attributes={{ ...attributes, disabled: isDisabled }}
          onOpen={kind === 'clock' ? undefined : open}
          onEnter={onEnter}
        />
        {hasTime && (
          <span className="date-zone" data-tip-cut="">
            {zone(chosenAt)}
          </span>
        )}
        {kind !== 'clock' && (
          <CalendarButton label={label} isOpen={anchor !== undefined} isDisabled={isDisabled} onOpen={open} />
        )}
        {anchor && kind !== 'clock' && (
          <CalendarLayer label={label} anchor={anchor} onClose={() => setAnchor(undefined)}>
            <Choose
              label={label}
              hasTime={hasTime}
              wall={wall === UNFINISHED ? '' : wall}
              min={min && (hasTime ? wallOf(min, timeZone) : min)}
              max={max && (hasTime ? wallOf(max, timeZone) : max)}
              canClear={value !== '' && !attributes['aria-required']}
              onChoose={put}
              onDone={() => {
                setAnchor(undefined);
                onEnter?.();
              }}
            />
          </CalendarLayer>
        )}
      </div>
      {instants.length > 1 && (
        <div className="date-twice">
          <span>{t('twice', { time: formatWall(wall.slice(11), style) })}</span>
          <Segmented
            label={t('which')}
            value={String(chosenAt)}
            options={instants.map((at, pass) => ({
              value: String(at),
              label: t(pass === 0 ? 'first' : 'second', { zone: zone(at) }),
            }))}
            onChange={(at) => onChange(new Date(Number(at)).toISOString())}
          />
        </div>
      )}
    </>
  );
}
