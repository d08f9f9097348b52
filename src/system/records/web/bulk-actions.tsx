import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordResults } from '#platform/records/contract/record-endpoints.ts';
import { Allowed } from '#ui/allowed/allowed.tsx';
import { Button } from '#ui/button/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import type { Selection } from '#ui/record-list/selection.tsx';
import { ExportSelected, type FileActionsProps } from './file-actions.tsx';
import type { useRecordCalls } from './use-record-calls.ts';

/** Those that stayed as they were, and why. */
export interface Left {
  what: 'remove' | 'turn';
  failed: RecordResults['failed'];
}

export function RefusedDialog({ what, failed, onClose }: Left & { onClose: () => void }) {
  const { t } = useTranslation('records');
  return (
    <Dialog
      title={t(what === 'turn' ? 'refused.turned' : 'refused.title', { count: failed.length })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('refused.close')}</Button>}
    >
      <ul className="record-refusals">
        {failed.map(({ id, name, message }) => (
          <li key={id}>
            <strong>{name}</strong> {message}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

interface BulkActionsProps extends FileActionsProps {
  calls: ReturnType<typeof useRecordCalls>;
  selection: Selection;
  /** What the kind adds. */
  more?: ReactNode;
  /** What became of each; nothing where the reader changed his mind. */
  onResults: (what: Left['what'], results: RecordResults) => void;
}

/** What can be done with all selected records at once: switching, a file and deleting, each with its result. */
export function BulkActions({ kind, title, list, calls, selection, more, onResults }: BulkActionsProps) {
  const { t } = useTranslation('records');
  const { t: own } = useTranslation(kind.namespace);
  const run = async (what: Left['what'], work: Promise<RecordResults | undefined>) => {
    const results = await work;
    if (results) onResults(what, results);
  };
  return (
    <>
      {kind.switch &&
        ([true, false] as const).map((on) => (
          <Allowed key={String(on)} by={kind.endpoints.turn}>
            <Button small onClick={() => void run('turn', calls.turnMany(selection, on))}>
              {own(on ? 'kind.switch.on' : 'kind.switch.off')}
            </Button>
          </Allowed>
        ))}
      {more}
      {kind.verbs.includes('export') && <ExportSelected {...{ kind, title, list, selection }} />}
      {kind.verbs.includes('removeMany') && (
        <Allowed by={kind.endpoints.removeMany}>
          <Button small kind="danger" onClick={() => void run('remove', calls.removeMany(selection))}>
            {t('remove.button')}
          </Button>
        </Allowed>
      )}
    </>
  );
}
