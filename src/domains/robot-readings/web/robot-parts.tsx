import { useTranslation } from 'react-i18next';
import type { RobotDetail } from '#domains/robots/contract/robot.ts';
import { Card } from '#ui/card/card.tsx';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { pumpsByKind } from '../rules/pump-kind.ts';
import './robot-readings.css';

/** What a robot says of its moving parts: window, outlets, pumps by what they pump. */
export default function RobotParts({ robot }: { robot: RobotDetail }) {
  const { t } = useTranslation('robot-readings');
  return (
    <Card title={t('hardware')}>
      <DescriptionList
        columns={1}
        facts={[
          { term: t('window'), value: robot.window && t(`windowState.${robot.window}`) },
          ...robot.outlets.map(({ outlet, state }) => ({
            key: `outlet ${outlet}`,
            term: t('outlet', { outlet }),
            value: t(`outletState.${state}`),
          })),
          ...pumpsByKind(robot.pumps).map(({ kind, pumps }) => ({
            key: kind,
            term: t(`pump.${kind}`),
            value: (
              <span className="robot-pumps">
                {pumps.map(({ pump, ok }) => (
                  <span key={pump} className={ok ? undefined : 'robot-pump-fault'}>
                    {t(`pumpName.${pump}`, { defaultValue: pump })} {t(ok ? 'ok' : 'fault')}
                  </span>
                ))}
              </span>
            ),
          })),
        ]}
      />
    </Card>
  );
}
