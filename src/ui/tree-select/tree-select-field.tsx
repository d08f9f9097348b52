import { FieldFrame } from '../fields/field-frame.tsx';
import { type FieldProps, useField } from '../form-dialog/form-context.ts';
import { type TreeNode, wayTo } from '../tree/visible-nodes.ts';
import { TreeSelect } from './tree-select.tsx';

export interface TreeSelectFieldProps extends FieldProps {
  nodes: readonly TreeNode[];
}

/** One node of a tree: its key. */
export function TreeSelectField({ nodes, ...props }: TreeSelectFieldProps) {
  const field = useField({ ...props, isChoice: true }, undefined, (key) => {
    const way = wayTo(nodes, String(key)).map(({ label }) => label);
    return way.length === 0 ? undefined : way.join(' / ');
  });
  return (
    <FieldFrame field={field}>
      <TreeSelect
        attributes={field.attributes}
        label={field.label}
        nodes={nodes}
        value={field.value === undefined || field.value === null ? '' : String(field.value)}
        onChange={(key) => field.set(key === '' ? undefined : key)}
        canBeNone={!field.isRequired}
      />
    </FieldFrame>
  );
}
