import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportFormat, ExportJob, ExportSeparator } from '#platform/exports/contract/export-job.ts';
import type { Endpoint } from '#platform/http/contract/endpoint.ts';
import { Allowed } from '#ui/allowed/allowed.tsx';
import { Button } from '#ui/button/button.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import type { RecordList } from '#ui/record-list/use-record-list.ts';

export interface ExportColumnChoice {
  readonly key: string;
  readonly label: string;
}

export interface AskedFile {
  readonly format: ExportFormat;
  /** Of CSV. */
  readonly separator: ExportSeparator;
  readonly columns: string[];
  /** The list's filters, with the range that was chosen in the dialog. */
  readonly filters: Readonly<Record<string, unknown>>;
}

/** What the dialog needs of a list, whatever its rows are. */
export type ExportedList = Pick<RecordList<object>, 'id' | 'namespace' | 'shape' | 'state' | 'request'> & {
  readonly columns: readonly { readonly key: string; readonly hidden?: boolean | undefined }[];
};

export interface ExportDialogProps {
  /** What the file holds: "Orders". */
  name: string;
  list: ExportedList;
  /** All columns that the file can have, in its usual order. */
  columns: readonly ExportColumnChoice[];
  /** The date filter of the list that the file must be narrowed by; none where a file may hold all of it. */
  range?: { filter: string; from: string; to: string; maxDays: number };
  /** The list's own total for these filters, before a file is asked for. */
  count: (filters: AskedFile['filters']) => Promise<{ total: number; totalIsEstimate?: boolean | undefined }>;
  start: (asked: AskedFile, attempt: { idempotencyKey: string }) => Promise<ExportJob>;
  /** The ids of those that the file holds, instead of all that the list finds. */
  only?: readonly string[];
}

const ExportDialog = lazy(() => import('./export-dialog.tsx'));

type ButtonProps = ExportDialogProps & { by: Pick<Endpoint, 'permission'> };

/** Asks for a file of what a list shows; its dialog is fetched when it is opened. */
export function ExportButton({ by, ...dialog }: ButtonProps) {
  const { t } = useTranslation('transfers');
  const { open, opened } = useExportDialog(dialog);
  return (
    <Allowed by={by}>
      <ActionButton brief action={{ key: 'export', label: t('export.button'), icon: 'download', by, onSelect: open }} />
      {opened}
    </Allowed>
  );
}

/** The same for what is selected, among the actions for it. */
export function ExportSelectedButton({ by, ...dialog }: ButtonProps) {
  const { t } = useTranslation('transfers');
  const { open, opened } = useExportDialog(dialog);
  return (
    <Allowed by={by}>
      <Button small onClick={open}>
        {t('export.selected')}
      </Button>
      {opened}
    </Allowed>
  );
}

function useExportDialog(dialog: ExportDialogProps): { open: () => void; opened: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const opened = isOpen && (
    <Suspense>
      <ExportDialog {...dialog} onClose={() => setOpen(false)} />
    </Suspense>
  );
  return { open: () => setOpen(true), opened };
}
