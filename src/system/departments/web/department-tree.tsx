import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchBox } from '#system/record-list/web/index.ts';
import { KEYS } from '#ui/keyboard/keys.ts';
import { useShortcuts } from '#ui/keyboard/use-shortcuts.ts';
import { Tree } from '#ui/tree/tree.tsx';
import type { DepartmentNode } from '../contract/endpoints.ts';
import { toTree, type useAddress } from './use-departments.ts';

interface DepartmentTreeProps {
  nodes: readonly DepartmentNode[];
  label: string;
  address: ReturnType<typeof useAddress>;
}

/** The tree beside the department that is shown, narrowed while words are typed. */
export function DepartmentTree({ nodes, label, address }: DepartmentTreeProps) {
  const { t } = useTranslation('departments');
  const box = useRef<HTMLInputElement>(null);
  const tree = useMemo(() => toTree(nodes), [nodes]);
  useShortcuts({ [KEYS.search]: () => (box.current ? box.current.focus() : false) });
  return (
    <section className="department-tree" aria-label={label}>
      <search>
        <SearchBox placeholder={t('tree.search')} value={address.words} onSearch={address.seek} box={box} />
      </search>
      <Tree
        label={label}
        nodes={tree}
        chosen={new Set(address.id === undefined ? [] : [address.id])}
        onChoose={address.show}
        sought={address.words}
      />
    </section>
  );
}
