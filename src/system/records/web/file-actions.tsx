import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { exportedFields } from '#platform/records/rules/record-cells.ts';
import { ExportButton, type ExportDialogProps, ExportSelectedButton } from '#system/transfers/web/index.ts';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import type { Selection } from '#ui/record-list/selection.tsx';
import { IMPORT } from './record-import.tsx';

export interface FileActionsProps {
  kind: RecordKind;
  title: string;
  list: ExportDialogProps['list'];
}

const FILE_FACTS = ['createdAt', 'createdBy'] as const;

/** A list out of a table that is brought along, and into a file. */
export function FileActions({ kind, title, list }: FileActionsProps) {
  const { t } = useTranslation('records');
  const file = useFile({ kind, title, list });
  const { pathname } = useLocation();
  return (
    <>
      {kind.verbs.includes('importCheck') && (
        <ActionButton
          brief
          action={{
            key: 'import',
            label: t('import.button'),
            icon: 'upload',
            by: kind.endpoints.importCheck,
            to: `${pathname}?${IMPORT}=`,
          }}
        />
      )}
      {kind.verbs.includes('export') && <ExportButton {...file} />}
    </>
  );
}

/** The selected ones into a file; where all that match are selected, it is the file of the list. */
export function ExportSelected({ selection, ...of }: FileActionsProps & { selection: Selection }) {
  const file = useFile(of);
  return <ExportSelectedButton {...file} {...(selection.kind === 'ids' && { only: selection.ids })} />;
}

function useFile({ kind, title, list }: FileActionsProps): ComponentProps<typeof ExportButton> {
  const { t } = useTranslation('records');
  return {
    by: kind.endpoints.export,
    ...{ name: title, list },
    columns: [
      ...exportedFields(kind).map(([key]) => ({ key, label: t(`field.${key}`, { ns: kind.namespace }) })),
      ...(kind.isReadOnly ? [] : FILE_FACTS).map((key) => ({ key, label: t(`field.${key}`) })),
    ],
    count: (asked) => call(kind.endpoints.page, { ...asked, pageSize: 1 }, { notices: 'none' }),
    start: ({ filters: asked, ...file }, attempt) => call(kind.endpoints.export, { ...asked, ...file }, attempt),
  };
}
