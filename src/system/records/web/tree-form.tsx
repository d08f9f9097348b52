import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import type { TreeNode } from '#ui/tree/visible-nodes.ts';
import { TreeSelectField } from '#ui/tree-select/tree-select-field.tsx';
import { RecordFields } from './record-fields.tsx';

export type LoadNodes = (signal: AbortSignal) => Promise<TreeNode[]>;

interface TreeFormProps {
  kind: RecordKind;
  /** The record that is edited. */
  id: string | undefined;
  nodes: LoadNodes;
}

/** The fields of a record of a tree; the one above it is chosen in the tree, without the record itself and what lies below. */
export function TreeForm({ kind, id, nodes }: TreeFormProps) {
  const { t } = useTranslation('records');
  const { parentField = '' } = kind;
  const { data = [] } = useQuery({
    queryKey: [kind.namespace, 'nodes'],
    queryFn: ({ signal }) => nodes(signal),
  });
  const others = Object.entries(kind.fields).flatMap(([name, { generated }]) =>
    generated || name === parentField ? [] : [name],
  );
  return (
    <>
      <RecordFields kind={kind} id={id} only={others} />
      <TreeSelectField
        name={parentField}
        nodes={without(data, id)}
        hint={t(id === undefined ? 'tree.parentHint' : 'tree.moveHint')}
      />
    </>
  );
}

const without = (nodes: readonly TreeNode[], id: string | undefined): TreeNode[] =>
  nodes
    .filter(({ key }) => key !== id)
    .map((node) => ({ ...node, children: node.children && without(node.children, id) }));
