import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import {
  FirstUse,
  IMPORT,
  RecordDialog,
  RecordImport,
  type Row,
  SaveFile,
  TreeForm,
  useRecordCalls,
  useWords,
} from '#system/records/web/tree-parts/index.ts';
import { Empty } from '#ui/empty/empty.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { departments } from '../contract/departments.ts';
import { type DepartmentNode, departmentEndpoints, departmentPeopleEndpoints } from '../contract/endpoints.ts';
import { DepartmentDetail } from './department-detail.tsx';
import { DepartmentTree } from './department-tree.tsx';
import { countBelow, nodeOf, toTree, useAddress, useRefresh, useTree } from './use-departments.ts';
import './departments.css';

// the machinery reads fields by their names
const kind = departments as unknown as RecordKind;

export default function DepartmentPage() {
  const [params] = useSearchParams();
  return params.has(IMPORT) ? <RecordImport kind={kind} /> : <Departments />;
}

interface Editing {
  readonly row: Row | undefined;
  readonly parent?: string;
}

/** The tree at the left, and what is known of one department at the right: facts, people, changes. */
function Departments() {
  const { t } = useTranslation('records');
  const { t: own } = useTranslation('departments');
  const { pathname } = useLocation();
  const words = useWords(kind);
  const address = useAddress();
  const tree = useTree('all');
  const refresh = useRefresh();
  const calls = useRecordCalls(kind, words, refresh);
  const [editing, setEditing] = useState<Editing>();
  const addButton = (
    <ActionButton
      kind="primary"
      action={{
        ...{ key: 'add', label: t('add.button', { record: words.one }), icon: 'plus', by: kind.endpoints.add },
        onSelect: () => setEditing({ row: undefined }),
      }}
    />
  );
  const remove = async (row: Row, node: DepartmentNode) => {
    const below = countBelow(node);
    const { total } = await call(departmentPeopleEndpoints.people, { depId: node.id, pageSize: 1 });
    const dependants = total > 0 ? { body: own('remove.people', { below, count: total }), count: total } : undefined;
    if (await calls.remove(row, below, dependants)) address.show(node.parentId || undefined);
  };
  return (
    <div className="department-page">
      <header className="department-page-head">
        <h1 tabIndex={-1}>{words.title}</h1>
        <div className="button-group">
          <ActionButton
            brief
            action={{
              ...{ key: 'import', label: t('import.button'), icon: 'upload', by: kind.endpoints.importCheck },
              to: `${pathname}?${IMPORT}=`,
            }}
          />
          <SaveFile kind={kind} words={address.words} />
          {addButton}
        </div>
      </header>
      <Loaded query={tree}>
        {(nodes) =>
          nodes.length === 0 ? (
            <FirstUse kind={kind} icon="users" action={addButton} />
          ) : (
            <TreeAndDetail nodes={nodes} label={words.title} address={address}>
              {(node) => (
                <DepartmentDetail
                  node={node}
                  address={address}
                  actions={(row) => [
                    {
                      ...{ key: 'edit', label: t('edit.button'), icon: 'edit', by: kind.endpoints.edit },
                      onSelect: () => setEditing({ row }),
                    },
                    {
                      ...{ key: 'addBelow', label: t('tree.addBelow'), icon: 'plus', by: kind.endpoints.add },
                      onSelect: () => setEditing({ row: undefined, parent: row.id }),
                    },
                    {
                      ...{ key: 'remove', label: t('remove.button'), icon: 'trash', danger: true },
                      by: kind.endpoints.remove,
                      onSelect: () => void remove(row, node),
                    },
                  ]}
                />
              )}
            </TreeAndDetail>
          )
        }
      </Loaded>
      {editing && (
        <RecordDialog
          kind={kind}
          row={editing.row}
          words={words}
          form={({ row }) => (
            <TreeForm
              kind={kind}
              id={row?.id}
              nodes={async (signal) => toTree(await call(departmentEndpoints.tree, {}, { signal }))}
            />
          )}
          {...(editing.parent === undefined ? {} : { given: { parentId: editing.parent } })}
          onSaved={(row) => {
            address.show(row.id);
            void refresh();
          }}
          onClose={() => setEditing(undefined)}
        />
      )}
    </div>
  );
}

interface TreeAndDetailProps {
  nodes: readonly DepartmentNode[];
  label: string;
  address: ReturnType<typeof useAddress>;
  children: (node: DepartmentNode) => ReactNode;
}

/** Two columns; a department that is not in the tree, such as one that was deleted, is not shown. */
export function TreeAndDetail({ nodes, label, address, children }: TreeAndDetailProps) {
  const { t } = useTranslation('departments');
  const shown = address.id === undefined ? nodes[0] : nodeOf(nodes, address.id);
  return (
    <div className="department-columns">
      <DepartmentTree nodes={nodes} label={label} address={{ ...address, id: shown?.id }} />
      <div className="department-shown">
        {shown ? (
          children(shown)
        ) : (
          <Empty icon="users" title={t('tree.gone')}>
            {t('tree.choose')}
          </Empty>
        )}
      </div>
    </div>
  );
}
