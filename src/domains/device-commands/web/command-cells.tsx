import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { commandStateTags } from '#domains/robots/web/index.ts';
import { Progress } from '#ui/progress/progress.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import type { ListedCommand } from '../contract/device-commands.ts';
import { parsed } from './parsed.ts';

/** One command of the protocol, two deeds in people's words. */
export function CommandName({ row }: { row: ListedCommand }) {
  const { t } = useTranslation('robots');
  const args = parsed(row.payload);
  const key = row.cmd === 'setMaintenance' && args['on'] === false ? 'endMaintenance' : row.cmd;
  const outlet = row.cmd === 'openOutlet' ? ` ${String(args['outlet'] ?? '')}` : '';
  return `${t(`command.${key}`, { defaultValue: row.cmd })}${outlet}`;
}

export function Device({ row }: { row: ListedCommand }) {
  const name = row.deviceName === '' ? row.imei : row.deviceName;
  return row.kind === 'robot' ? <Link to={`/devices/robots/${row.imei}`}>{name}</Link> : name;
}

export function State({ row }: { row: ListedCommand }) {
  const { t } = useTranslation('robots');
  const isShown = row.state === 'running' && row.percent !== null;
  return (
    <>
      <StatusTag of={commandStateTags} code={row.state} />
      {isShown && <Progress label={t('command.progress')} value={row.percent} />}
    </>
  );
}

export function Result({ row }: { row: ListedCommand }) {
  const { t } = useTranslation('robots');
  // that it is done is what the state says
  const words = row.resultText || (row.state === 'succeeded' ? '' : row.resultCode);
  return [words, row.late ? t('command.late') : ''].filter(Boolean).join(' · ') || '–';
}
