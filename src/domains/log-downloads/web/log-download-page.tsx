import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { exportEndpoints } from '#platform/exports/contract/endpoints.ts';
import { call } from '#platform/http/web/call.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { downloadFile, sizeText } from '#system/transfers/web/files/index.ts';
import { useLanguage } from '#ui/language/use-language.ts';
import { Progress } from '#ui/progress/progress.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { statusTags } from '#ui/status/status-tags.ts';
import { Time } from '#ui/time/time.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { logDownloadEndpoints } from '../contract/endpoints.ts';
import { type LogDownload, logDownloads } from '../contract/log-downloads.ts';

const stateTags = statusTags('log-downloads:state', { creating: 'info', created: 'success', failed: 'danger' });

/** Logs that the reader asked robots for: how far they are, and where to fetch them. */
export default recordsPage(logDownloads, {
  icon: 'download',
  shown: ['robotName', 'fromAt', 'toAt', 'state', 'lines', 'size', 'createdAt', 'keptUntil'],
  widths: { robotName: 200, state: 300, lines: 92, size: 96 },
  // it becomes a file, and its messages are those of files
  live: { kind: 'export', id: 'liveId' },
  cells: {
    state: (row) => <State row={row} />,
    size: (row) => <Size row={row} />,
    keptUntil: (row) => (row.keptUntil === null ? '–' : <Time at={row.keptUntil} part="day" />),
  },
  facts: ['robotName', 'imei', 'fromAt', 'toAt', 'state', 'lines', 'size', 'createdAt', 'finishedAt', 'keptUntil'],
  below: (row) => <Whole row={row} />,
  rowActions: (row, t) =>
    row.state === 'failed'
      ? [
          {
            ...{ key: 'retry', icon: 'refresh', by: logDownloadEndpoints.retry },
            label: t('retry.button'),
            onSelect: () => void retry(row.id, t),
          },
        ]
      : [
          {
            ...{ key: 'download', icon: 'download', by: exportEndpoints.link },
            label: t('download.button'),
            disabled: row.state !== 'created',
            reason: t('download.notYet'),
            onSelect: () => void downloadFile(row.exportId).catch(() => undefined),
          },
        ],
});

async function retry(id: string, t: TFunction): Promise<void> {
  const asked = await call(logDownloadEndpoints.retry, { id }, { idempotencyKey: crypto.randomUUID() }).catch(
    () => undefined,
  );
  if (asked) toast.success(t(asked.isOnline ? 'asked.online' : 'asked.offline'));
}

function State({ row }: { row: LogDownload }) {
  const { t } = useTranslation('log-downloads');
  if (row.state === 'failed')
    return (
      <>
        <StatusTag of={stateTags} code="failed" /> {t(`failure.${row.failure}`)}
      </>
    );
  if (row.state === 'created')
    return (
      <>
        <StatusTag of={stateTags} code="created" /> {row.partsReceived < row.parts && <Parts row={row} />}
      </>
    );
  const percent = row.parts === 0 ? 0 : Math.round((row.partsReceived * 100) / row.parts);
  return (
    <span className="transfer-progress">
      <Progress label={t(`step.${row.step}`)} value={percent} />
      {row.step === 'parts' ? <Parts row={row} /> : t(`step.${row.step}`)}
    </span>
  );
}

function Parts({ row: { parts, partsReceived } }: { row: LogDownload }) {
  const { t } = useTranslation('log-downloads');
  return t('parts', { received: partsReceived, parts });
}

function Size({ row }: { row: LogDownload }) {
  const language = useLanguage();
  return row.size === null ? '–' : sizeText(row.size, language);
}

/** Whether the file holds all that the robot announced. */
function Whole({ row }: { row: LogDownload }) {
  const { t } = useTranslation('log-downloads');
  if (row.state !== 'created') return null;
  return (
    <p className="quiet">
      {row.partsReceived < row.parts ? t('partly', { received: row.partsReceived, parts: row.parts }) : t('whole')}
    </p>
  );
}
