import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '#platform/http/web/call.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';

/** Saves what is shown as a workbook, at once: the server makes it while the reader waits. */
export function SaveFile({ kind, words }: { kind: RecordKind; words: string }) {
  const { t } = useTranslation('transfers');
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    const file = await download(kind.endpoints.exportXls, words === '' ? {} : { keyword: words }).catch(
      () => undefined,
    );
    setBusy(false);
    if (file) saveBlob(file.blob, file.fileName ?? `${kind.namespace}.xlsx`);
  };
  return (
    <ActionButton
      brief
      action={{
        key: 'export',
        label: t('export.button'),
        icon: 'download',
        by: kind.endpoints.exportXls,
        disabled: isBusy,
        onSelect: () => void save(),
      }}
    />
  );
}

function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
