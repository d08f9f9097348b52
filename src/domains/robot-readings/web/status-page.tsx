import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { recordsPage } from '#system/records/web/page.tsx';
import { robotReadings } from '../contract/status-list.ts';

export default recordsPage(robotReadings, {
  icon: 'robot',
  shown: [
    'name',
    'spotId',
    'online',
    'windowState',
    'outlets',
    'pumps',
    'temperatures',
    'materials',
    'countdownDays',
    'firmware',
    'telemetryAt',
  ],
  live: { kind: 'robot', id: 'id' },
  defaultSort: { key: 'name', direction: 'asc' },
  widths: { online: 88, windowState: 88 },
  cells: {
    name: (row) => <Link to={`/devices/robots/${row.imei}`}>{row.name}</Link>,
    windowState: (row) => <Said group="windowState" text={row.windowState} />,
    outlets: (row) => <Said group="outletState" text={row.outlets} />,
    pumps: (row) => <Said group="pumpName" text={row.pumps} />,
    temperatures: (row) => <Said group="part" text={row.temperatures} />,
    materials: (row) => <Said group="material" text={row.materials} />,
  },
});

/** Codes of robots in the reader's words, wherever there is one: `fridge 4.1, boiler 92`. */
function Said({ group, text }: { group: string; text: string }) {
  const { t } = useTranslation('robot-readings');
  if (text === '') return <>–</>;
  const words = text.replace(/[A-Za-z]+/g, (code) =>
    t(`${group}.${code}`, { defaultValue: code === 'ok' || code === 'fault' ? t(code) : code }),
  );
  return <span title={words}>{words}</span>;
}
