import { useQuery } from '@tanstack/react-query';
import { call } from '#platform/http/web/call.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { RecordInSight, type RowAction } from '#ui/record-actions/offered-actions.ts';
import { PanelActions } from '#ui/record-table/row-actions.tsx';
import { SidePanel } from '#ui/side-panel/side-panel.tsx';
import { RecordPanel } from './record-panel.tsx';
import type { Row } from './record-value.tsx';
import { useWords } from './use-words.ts';

interface TreePanelProps {
  kind: RecordKind;
  id: string;
  actions: (row: Row) => readonly RowAction[];
  onClose: () => void;
}

/** The quick look at one record of a tree, which may lie below what is closed. */
export function TreePanel({ kind, id, actions, onClose }: TreePanelProps) {
  const words = useWords(kind);
  const { data } = useQuery({
    queryKey: [kind.namespace, 'one', id],
    queryFn: ({ signal }) => call(kind.endpoints.one, { id }, { signal, notices: 'none' }),
  });
  const row = data as unknown as Row | undefined;
  const name = row ? words.nameOf(row) : words.one;
  return (
    <RecordInSight value={name}>
      <SidePanel title={name} onClose={onClose} footer={row && <PanelActions actions={actions(row)} />}>
        <RecordPanel kind={kind} id={id} />
      </SidePanel>
    </RecordInSight>
  );
}
