import { useTranslation } from 'react-i18next';
import type { TemperatureReading } from '#domains/devices/contract/messages.ts';

/** `boiler 92.4 °C · fridge 4.1 °C` in the reader's number format. */
export function Temperatures({ readings }: { readings: readonly TemperatureReading[] }) {
  const { t, i18n } = useTranslation('devices');
  if (readings.length === 0) return '–';
  const degrees = new Intl.NumberFormat(i18n.language, { style: 'unit', unit: 'celsius', maximumFractionDigits: 1 });
  return (
    <span className="robot-temperatures">
      {readings
        .map(
          (reading) =>
            `${t(`part.${reading.part}`, { defaultValue: reading.part })} ${degrees.format(reading.celsiusTenths / 10)}`,
        )
        .join(' · ')}
    </span>
  );
}
