import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import { DATE_PRESETS, type DatePreset, presetRange } from '../time/presets.ts';
import { useTenantCalendar } from '../time/use-tenant-calendar.ts';
import { daysCounted } from '../time/zoned.ts';

interface RangePresetsProps {
  /** The one that holds now. */
  chosen: DatePreset | undefined;
  maxDays?: number | undefined;
  onChoose: (preset: DatePreset) => void;
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Ranges of the tenant's days with one press; arrows go from one to the next. */
export function RangePresets({ chosen, maxDays, onChoose }: RangePresetsProps) {
  const { t } = useTranslation('ui');
  const calendar = useTenantCalendar();
  const row = useRef<HTMLFieldSetElement>(null);
  // in a popover that opened before its code was there, the focus waits at the button
  useEffect(() => {
    const popover = row.current?.closest('[popover]');
    if (popover?.contains(document.activeElement) === false)
      popover.querySelector<HTMLElement>('[data-focus-first]')?.focus({ preventScroll: true });
  }, []);
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = [...(row.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    all.at((all.indexOf(event.target as HTMLElement) + step) % all.length)?.focus();
  };
  const isOffered = (preset: DatePreset): boolean => {
    const { from, to } = presetRange(preset, calendar);
    return maxDays === undefined || daysCounted(from, to) <= maxDays;
  };
  const offered = DATE_PRESETS.filter(isOffered);
  const first = chosen ?? offered[0];
  return (
    <fieldset ref={row} className="range-presets" aria-label={t('filter.quickRanges')} onKeyDown={move}>
      {offered.map((preset) => (
        <Button
          key={preset}
          small
          aria-pressed={chosen === preset}
          tabIndex={preset === first ? 0 : -1}
          data-focus-first={preset === first || undefined}
          onClick={() => onChoose(preset)}
        >
          {t(`filter.presets.${preset}`)}
        </Button>
      ))}
    </fieldset>
  );
}
