import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useTenant } from '#system/tenants/web/use-tenant.ts';
import { cachedDateFormat } from '#ui/time/format-time.ts';
import { browserNow } from '#ui/time/now.ts';

/** Ticks in the tenant's zone without rendering anything but its own text; screen readers get one quiet label. */
export function TenantClock() {
  const { t, i18n } = useTranslation('console');
  const { timeZone } = useTenant();
  const face = useRef<HTMLSpanElement>(null);
  const { language } = i18n;
  useEffect(() => {
    const format = cachedDateFormat(language, {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'shortOffset',
    });
    const tick = (): void => {
      if (face.current) face.current.textContent = format.format(browserNow());
    };
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [language, timeZone]);
  return (
    <span className="tenant-clock" title={timeZone}>
      <span className="visually-hidden">{t('header.clock', { zone: timeZone })}</span>
      <span ref={face} aria-hidden="true" className="figures" />
    </span>
  );
}
