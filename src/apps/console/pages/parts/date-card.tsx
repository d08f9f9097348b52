import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { DateInput, DateTimeInput, TimeInput } from '#ui/date/date-input.tsx';
import { DateRange } from '#ui/date/date-range.tsx';
import { dateTimeFault, UNFINISHED, valueOfWall } from '#ui/date/date-value.ts';
import { useFaultText } from '#ui/form-dialog/form-context.ts';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { useTimeStyle } from '#ui/time/use-time-style.ts';

const MODES = ['write', 'wrong', 'disabled'] as const;
/** In Europe the clocks show the one twice and the other never. */
const CHANGES = { twice: '2026-10-25T02:30', skipped: '2027-03-28T02:30' } as const;
const LONGEST = 31;

/** Dates, times and ranges in each of their states, and what a form would send. */
export function DateCard() {
  const { t } = useTranslation('parts');
  const style = useTimeStyle();
  const { timeZone } = style;
  const faultText = useFaultText('parts');
  const [mode, setMode] = useState<(typeof MODES)[number]>('write');
  const [day, setDay] = useState('2026-11-22');
  const [at, setAt] = useState('');
  const [clock, setClock] = useState('08:30');
  const [range, setRange] = useState<Parameters<Parameters<typeof DateRange>[0]['onChange']>[0]>({
    preset: 'lastWeek',
  });
  const fault = at === UNFINISHED ? undefined : dateTimeFault(at, {}, style);
  const attributes = { disabled: mode === 'disabled', 'aria-invalid': mode === 'wrong' || undefined } as const;
  return (
    <Card title={t('date.title')}>
      <div className="parts-rich parts-dates">
        <Segmented
          label={t('date.mode')}
          value={mode}
          options={MODES.map((one) => ({ value: one, label: t(`date.${one}`) }))}
          onChange={setMode}
        />
        <div className="form-row">
          <DateInput label={t('date.day')} value={day} onChange={setDay} attributes={attributes} />
          <DateTimeInput label={t('date.dayTime')} value={at} onChange={setAt} attributes={attributes} />
          <TimeInput label={t('date.clock')} value={clock} onChange={setClock} attributes={attributes} />
        </div>
        {fault && (
          <p className="field-fault" role="alert">
            {faultText(fault)}
          </p>
        )}
        <div className="form-row">
          {(['twice', 'skipped'] as const).map((change) => (
            <Button key={change} small onClick={() => setAt(valueOfWall(CHANGES[change], timeZone, ''))}>
              {t(`date.${change}`)}
            </Button>
          ))}
        </div>
        <DateRange label={t('date.range')} value={range} maxDays={LONGEST} onChange={setRange} />
        <pre className="parts-values">{JSON.stringify({ day, at, clock, range }, null, 2)}</pre>
      </div>
    </Card>
  );
}
