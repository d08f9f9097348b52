import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { formatTime, zoneOffset } from '#ui/time/format-time.ts';
import { browserNow } from '#ui/time/now.ts';

/** Ticks in the tenant's zone without rendering anything but its own text; screen readers get one quiet label. */
export function TenantClock() {
  const { t, i18n } = useTranslation('console');
  const { timeZone, timeFormat } = useTenant();
  const face = useRef<HTMLSpanElement>(null);
  const { language } = i18n;
  useEffect(() => {
    const tick = (): void => {
      const now = browserNow();
      const time = formatTime(now, { timeZone, timeFormat, language }, 'clockSecond');
      if (face.current) face.current.textContent = `${time} ${zoneOffset(now, timeZone)}`;
    };
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [language, timeZone, timeFormat]);
  return (
    <span className="tenant-clock" data-tip={timeZone}>
      <span className="visually-hidden">{t('header.clock', { zone: timeZone })}</span>
      <span ref={face} aria-hidden="true" className="figures" />
    </span>
  );
}
