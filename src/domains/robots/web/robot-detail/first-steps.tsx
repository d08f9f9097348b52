import { useTranslation } from 'react-i18next';
import type { RobotDetail } from '#domains/robots/contract/robot.ts';
import { Card } from '#ui/card/card.tsx';

/** A robot that was added and never connected: what is left to do until it sells. */
export function FirstSteps({ robot }: { robot: RobotDetail }) {
  const { t } = useTranslation('robots');
  const steps = [
    { key: 'credential', isDone: false },
    { key: 'connect', isDone: false },
    { key: 'spot', isDone: robot.spotId !== null },
  ];
  return (
    <Card title={t('steps.title')}>
      <ol className="robot-steps">
        {steps.map(({ key, isDone }) => (
          <li key={key} className={isDone ? 'quiet' : undefined}>
            <strong>{t(`steps.${key}.title`)}</strong>{' '}
            {isDone ? t('steps.done') : t(`steps.${key}.text`, { imei: robot.imei })}
          </li>
        ))}
      </ol>
    </Card>
  );
}
