import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
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
  defaultSort: { by: 'name', order: 'asc' },
  widths: {
    online: 88,
    windowState: 96,
    outlets: 200,
    pumps: 200,
    temperatures: 240,
    materials: 280,
    countdownDays: 168,
  },
  cells: {
    name: (row) => <Link to={`/devices/robots/${row.imei}`}>{row.name}</Link>,
    windowState: (row) => <Said text={row.windowState} />,
    outlets: (row) => <Said text={row.outlets} />,
    pumps: (row) => <Said text={row.pumps} />,
    temperatures: (row) => <Said text={row.temperatures} />,
    materials: (row) => <Said text={row.materials} />,
  },
});

/** Codes of robots in the reader's words, wherever there is one: `fridge 4.1, boiler 92`. */
function Said({ text }: { text: string }) {
  const { t, i18n } = useTranslation('robot-readings');
  if (text === '') return <>–</>;
  const words = text.replace(/[A-Za-z]+/g, (code) => t(`said.${code}`, { defaultValue: code }));
  const row = joinWords(words.split(', '), i18n.language);
  return <span data-tip={row}>{row}</span>;
}
