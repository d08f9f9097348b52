import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { TemperatureReading } from '#domains/robots/contract/messages.ts';

/** `boiler 92.4 °C · fridge 4.1 °C` in the reader's number format. */
export function Temperatures({ readings }: { readings: readonly TemperatureReading[] }) {
  const { t, i18n } = useTranslation('robots');
  if (readings.length === 0) return '–';
  const degrees = new Intl.NumberFormat(i18n.language, {
    style: 'unit',
    unit: 'celsius',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return (
    <span className="robot-temperatures">
      {readings.map((reading, at) => (
        <Fragment key={reading.part}>
          {at > 0 && <span className="temperature-dot"> · </span>}
          <span>
            <span className="temperature-part">{t(`part.${reading.part}`, { defaultValue: reading.part })}</span>{' '}
            {degrees.format(reading.celsiusTenths / 10)}
          </span>
        </Fragment>
      ))}
    </span>
  );
}
