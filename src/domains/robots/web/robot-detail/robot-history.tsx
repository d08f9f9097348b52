import { useTranslation } from 'react-i18next';
import type { RobotDetail } from '#domains/robots/contract/robot.ts';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { Card } from '#ui/card/card.tsx';
import { RecordHistory } from '#ui/record-history/record-history.tsx';
import { robotHistoryEndpoint } from '../../contract/history-endpoint.ts';
import { ROBOT_ALARMS } from '../../contract/robot-alarms.ts';
import { capacityOf, lowMarkOf } from '../../contract/stock-endpoints.ts';
import { robotKeys } from '../robot-queries.ts';

/** What staff changed about the robot: settings, spot, maintenance, commands, credential. */
export default function RobotHistory({ robot }: { robot: RobotDetail }) {
  const { t, i18n } = useTranslation('robots');
  return (
    <Card>
      <RecordHistory
        endpoint={robotHistoryEndpoint}
        id={robot.id}
        queryKey={robotKeys.one(robot.imei)}
        label={t('history.title')}
        actions={{
          'robot:add': t('history.added'),
          'robot:edit': t('history.edited'),
          'robot:bind-spot': t('history.moved'),
          'robot:maintain': ({ changes }) => {
            const mode = changes.find(({ field }) => field === 'mode');
            return t(mode?.after === 'maintain' ? 'command.setMaintenance' : 'command.endMaintenance');
          },
          'robot:refill': ({ reason, byKind }) => {
            if (reason === 'reported') return t('history.takenOver');
            return t(byKind === 'staff' ? 'history.counted' : 'history.filled');
          },
          'robot:switch-goods': t('history.goods'),
          'robot:command': t('history.asked'),
          'robot:rotate-credential': t('history.credential'),
          'robot:retire': t('history.retired'),
          'robot:bring-back': t('history.broughtBack'),
          'robot:move-away': t('history.movedAway'),
          'robot:move-here': t('history.movedHere'),
        }}
        reasons={{ reported: '' }}
        fields={{
          ...Object.fromEntries(
            robot.materials.flatMap(({ code, name, nameZh }) => {
              const material = localName(i18n.language, name, nameZh);
              return [
                [code, { label: material }],
                [capacityOf(code), { label: t('history.capacity', { material }) }],
                [lowMarkOf(code), { label: t('history.lowMark', { material }) }],
              ];
            }),
          ),
          operator: { label: t('field.operator') },
          switchedOff: {
            label: t('history.switchedOff'),
            show: (names) =>
              Array.isArray(names) && names.length > 0
                ? joinWords(names.map(String), i18n.language)
                : t('history.noGoods'),
          },
          imei: { label: t('field.imei') },
          name: { label: t('field.name') },
          model: { label: t('field.model') },
          spotId: { label: t('field.spotName'), show: (id, names) => names[String(id)] ?? t('history.otherSpot') },
          mode: { label: t('field.status'), show: (mode) => t(`status.${mode}`) },
          cmd: { label: t('command.what'), show: (cmd) => t(`command.${cmd}`, { defaultValue: String(cmd) }) },
          reportType: { label: t('field.reportType'), show: (type) => t(`reportType.${type}`) },
          reportIntervalSeconds: {
            label: t('field.reportInterval'),
            show: (seconds) => t('field.seconds', { count: Number(seconds) }),
          },
          canOrderInApp: { label: t('field.canOrderInApp') },
          ...Object.fromEntries(
            ROBOT_ALARMS.map((alarm) => [alarm, { label: t('history.alarm', { alarm: t(`field.alarms.${alarm}`) }) }]),
          ),
          fridgeLimitCelsius: {
            label: t('field.fridgeLimitCelsius'),
            show: (celsius) => (celsius == null ? t('history.tenantLimit') : `${celsius} °C`),
          },
          appLayout: { label: t('field.appLayout'), show: (layout) => t(`appLayout.${layout}`) },
        }}
      />
    </Card>
  );
}
