import { useTranslation } from 'react-i18next';
import { Button } from '../../button/button.tsx';
import { useIsNarrow } from '../../record-table/use-media.ts';
import { zoneName } from '../../time/format-time.ts';
import { browserNow } from '../../time/now.ts';
import { useTenantCalendar } from '../../time/use-tenant-calendar.ts';
import { useTimeStyle } from '../../time/use-time-style.ts';
import { wallText } from '../../time/zoned.ts';
import { UNFINISHED } from '../date-value.ts';
import { DayCalendar } from './day-calendar.tsx';
import { WallInput } from './wall-input.tsx';

interface ChooseProps {
  label: string;
  hasTime: boolean;
  /** `yyyy-MM-dd`, with `THH:mm` where there is a time; or empty. */
  wall: string;
  min: string | undefined;
  max: string | undefined;
  canClear: boolean;
  onChoose: (wall: string) => void;
  onDone: () => void;
}

const MIDNIGHT = '00:00';

/** What opens at a field: its calendar, its time, and the way to today or to nothing. A day alone is done with one press. */
export function Choose({ label, hasTime, wall, min, max, canClear, onChoose, onDone }: ChooseProps) {
  const { t } = useTranslation('date');
  const isNarrow = useIsNarrow();
  const { today } = useTenantCalendar();
  const { timeZone, language } = useTimeStyle();
  const [day = '', clock = MIDNIGHT] = wall.split('T');
  const now = browserNow();
  const soon = hasTime ? wallText(now, timeZone) : today;
  const put = (next: string) => {
    onChoose(next);
    onDone();
  };
  return (
    <div className="date-choose">
      <DayCalendar
        label={label}
        value={day}
        min={min?.slice(0, 10)}
        max={max?.slice(0, 10)}
        autoFocus={!isNarrow}
        onChoose={(next) => (hasTime ? onChoose(`${next}T${clock}`) : put(next))}
      />
      {hasTime && (
        <div className="date-choose-time">
          <span>{t('time')}</span>
          <div className="date-box" data-disabled={day === '' || undefined}>
            <WallInput
              kind="clock"
              label={t('time')}
              value={day && clock}
              attributes={{ disabled: day === '' }}
              onChange={(next) => next && next !== UNFINISHED && onChoose(`${day}T${next}`)}
              onEnter={onDone}
            />
          </div>
          <small>
            {timeZone} ({zoneName(now, timeZone, language)})
          </small>
        </div>
      )}
      <footer>
        <Button
          small
          kind="link"
          disabled={(min !== undefined && soon < min) || (max !== undefined && soon > max)}
          onClick={() => put(soon)}
        >
          {t(hasTime ? 'now' : 'today')}
        </Button>
        {canClear && (
          <Button small kind="link" onClick={() => put('')}>
            {t('clear')}
          </Button>
        )}
        {hasTime && (
          <Button small kind="primary" onClick={onDone}>
            {t('done')}
          </Button>
        )}
      </footer>
    </div>
  );
}
