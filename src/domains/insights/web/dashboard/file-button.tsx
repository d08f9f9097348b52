import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { DOWNLOADS } from '#platform/exports/contract/addresses.ts';
import type { ExportFormat, ExportJob } from '#platform/exports/contract/export-job.ts';
import type { Endpoint } from '#platform/http/contract/endpoint.ts';
import { Allowed } from '#ui/allowed/allowed.tsx';
import { Button } from '#ui/button/button.tsx';
import { toast } from '#ui/toast/toasts.tsx';

interface FileButtonProps {
  by: Pick<Endpoint, 'permission'>;
  /** What the file holds. */
  file: string;
  start: (format: ExportFormat) => Promise<ExportJob>;
}

/** The figures of the page as a workbook, made in the background like every other file. */
export function FileButton({ by, file, start }: FileButtonProps) {
  const { t } = useTranslation(['dashboards', 'transfers']);
  const navigate = useNavigate();
  const ask = async (): Promise<void> => {
    // a refusal is said by the call itself
    const job = await start('xlsx').catch(() => undefined);
    if (!job) return;
    const run = () => void navigate(DOWNLOADS);
    toast.success(t('transfers:export.started'), { action: { label: t('transfers:export.toDownloads'), run } });
  };
  return (
    <Allowed by={by}>
      <Button small icon="download" data-tip={file} onClick={() => void ask()}>
        {t('file')}
      </Button>
    </Allowed>
  );
}
