import { useTranslation } from 'react-i18next';
import { useIsNarrow } from '../../record-table/use-media.ts';
import { zoneName } from '../../time/format-time.ts';
import { browserNow } from '../../time/now.ts';
import { type DatePreset, presetRange } from '../../time/presets.ts';
import { useTenantCalendar } from '../../time/use-tenant-calendar.ts';
import { useTimeStyle } from '../../time/use-time-style.ts';
import type { DayRange } from '../../time/zoned.ts';
import { RangePresets } from '../range-presets.tsx';
import { rangeFault } from '../range-value.ts';
import { useEntered } from '../use-entered.ts';
import { RangeBox } from './range-box.tsx';

export interface RangePanelProps {
  /** Spoken name. */
  label: string;
  /** A preset goes on counting from each new day; days stay. */
  value: { readonly preset: DatePreset } | DayRange | undefined;
  /** Longest range. */
  maxDays?: number | undefined;
  onChange: (value: { readonly preset: DatePreset } | DayRange) => void;
  /** The choice is final, so that a popover may close. */
  onDone?: (() => void) | undefined;
}

/** Presets beside two months; under 768 px above a box that opens a sheet. */
export function RangePanel({ label, value, maxDays, onChange, onDone }: RangePanelProps) {
  const { t } = useTranslation('date');
  const isNarrow = useIsNarrow();
  const calendar = useTenantCalendar();
  const { timeZone, language } = useTimeStyle();
  const days = value && ('preset' in value ? presetRange(value.preset, calendar) : value);
  const entered = useEntered(days ? textOf(days) : textOf(NONE), (text) => {
    const next = rangeOf(text);
    if (!rangeFault(next, maxDays)) onChange(next);
  });
  const shown = rangeOf(entered.text);
  const fault = rangeFault(shown, maxDays);
  const words = {
    reversed: t('range.reversed'),
    tooLong: t('range.tooLong', { days: maxDays }),
  };
  const problem = fault && fault !== 'missing' ? words[fault] : undefined;
  return (
    <fieldset className="date-range" aria-label={label}>
      <RangePresets
        chosen={value && 'preset' in value ? value.preset : undefined}
        maxDays={maxDays}
        onChoose={(preset) => {
          onChange({ preset });
          onDone?.();
        }}
      />
      <div className="range-area">
        <RangeBox
          label={label}
          value={shown}
          from={{ label: t('range.from') }}
          to={{ label: t('range.to') }}
          maxDays={maxDays}
          isInvalid={problem !== undefined}
          isOpen={!isNarrow}
          onChange={(next, isDone) => (isDone ? entered.finish(textOf(next)) : entered.enter(textOf(next)))}
          onEnter={() => {
            entered.finish();
            if (!fault) onDone?.();
          }}
        />
        <small role={problem ? 'alert' : undefined} className={problem ? 'date-wrong' : undefined}>
          {problem ?? t('range.zone', { zone: `${timeZone} (${zoneName(browserNow(), timeZone, language)})` })}
        </small>
      </div>
    </fieldset>
  );
}

const NONE: DayRange = { from: '', to: '' };

const textOf = ({ from, to }: DayRange): string => `${from}..${to}`;

function rangeOf(text: string): DayRange {
  const [from = '', to = ''] = text.split('..');
  return { from, to };
}
