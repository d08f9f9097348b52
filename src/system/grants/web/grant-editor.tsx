import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedMark } from '#platform/routing/web/unsaved.ts';
import type { PermissionNode } from '#system/menu/contract/permission-entry.ts';
import { useMayEdit } from '#ui/allowed/allowed.tsx';
import { Button, IconButton } from '#ui/button/button.tsx';
import { KEYS } from '#ui/keyboard/keys.ts';
import { useShortcuts } from '#ui/keyboard/use-shortcuts.ts';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { checkState, tickedAfter } from '#ui/tree/checked-nodes.ts';
import { Tree } from '#ui/tree/tree.tsx';
import type { TreeNode } from '#ui/tree/visible-nodes.ts';
import { difference } from '../rules/giving.ts';
import type { GrantSource } from './grant-source.ts';
import { RuleChoice } from './rule-choice.tsx';
import './grants.css';

interface GrantEditorProps {
  source: GrantSource;
  /** Whose rights they are, in words. */
  name: string;
  /** What a tree without rights means here. */
  empty?: string;
  /** Rights that were ticked and are not saved yet. */
  onDirty?: (isDirty: boolean) => void;
}

/** The tree of rights with what is held ticked: linked or single, found by words, with the data rules of each page. */
export function GrantEditor({ source, name, empty, onDirty }: GrantEditorProps) {
  const { t } = useTranslation('grants');
  const tree = useQuery({ queryKey: [...source.key, 'tree'], queryFn: ({ signal }) => source.tree(signal) });
  const held = useQuery({ queryKey: [...source.key, 'held'], queryFn: ({ signal }) => source.held(signal) });
  return (
    <Loaded query={tree} skeleton={<SkeletonLines lines={10} />}>
      {({ treeList }) => (
        <Loaded query={held} skeleton={<SkeletonLines lines={10} />}>
          {(ids) =>
            treeList.length === 0 ? (
              <p className="quiet">{empty ?? t('empty')}</p>
            ) : (
              <Ticked source={source} name={name} nodes={treeList} held={ids} onDirty={onDirty} />
            )
          }
        </Loaded>
      )}
    </Loaded>
  );
}

interface TickedProps {
  source: GrantSource;
  name: string;
  nodes: readonly PermissionNode[];
  held: readonly string[];
  onDirty: ((isDirty: boolean) => void) | undefined;
}

/** What was held when the reader began, and what is ticked since. */
interface Change {
  readonly base: readonly string[];
  readonly ticked: ReadonlySet<string>;
}

function Ticked({ source, name, nodes, held, onDirty }: TickedProps) {
  const { t } = useTranslation('grants');
  const queryClient = useQueryClient();
  const mayEdit = useMayEdit(source.by);
  const box = useRef<HTMLDivElement>(null);
  const [change, setChange] = useState<Change>();
  const [isSingle, setSingle] = useState(false);
  const [sought, setSought] = useState('');
  const [ruled, setRuled] = useState<PermissionNode>();
  const [isBusy, setBusy] = useState(false);
  const byKey = useMemo(() => new Map(flat(nodes).map((node) => [node.key, node])), [nodes]);
  const trees = useMemo(() => toTree(nodes), [nodes]);
  const base = change?.base ?? held;
  const ticked = change?.ticked ?? new Set(held);
  const { added, taken } = difference([...ticked], base);
  const isDirty = added.length + taken.length > 0;
  const set = (next: Change | undefined) => {
    setChange(next);
    onDirty?.(next !== undefined && differs(next));
  };
  useUnsavedMark(isDirty, box, () => set(undefined));
  const reasonOf = ({ key }: TreeNode): string | undefined =>
    !mayEdit ? t('readOnly') : byKey.get(key)?.disableCheckbox ? t('beyond') : undefined;
  const save = async () => {
    if (!isDirty || isBusy) return;
    setBusy(true);
    try {
      await source.save([...ticked].join(','), base.join(','));
      await queryClient.invalidateQueries({ queryKey: source.key });
      await queryClient.invalidateQueries({ queryKey: [source.key[0]] });
      set(undefined);
      toast.success(t('saved', { name }));
    } catch (error) {
      toast.error({ title: t('notSaved'), description: error instanceof Error ? error.message : '' });
    } finally {
      setBusy(false);
    }
  };
  useShortcuts({ [KEYS.save]: () => void save() }, mayEdit);
  return (
    <div ref={box} className="grant-editor">
      <div className="grant-tools">
        <input
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          value={sought}
          onChange={(event) => setSought(event.target.value)}
        />
        {mayEdit && (
          <Segmented
            label={t('mode.label')}
            value={isSingle ? 'single' : 'linked'}
            onChange={(value) => setSingle(value === 'single')}
            options={[
              { value: 'linked', label: t('mode.linked') },
              { value: 'single', label: t('mode.single') },
            ]}
          />
        )}
        <span className="grant-count">{t('count', { count: [...ticked].filter((id) => byKey.has(id)).length })}</span>
      </div>
      <Tree
        label={t('tree', { name })}
        nodes={trees}
        chosen={ticked}
        isMulti
        sought={sought}
        stateOf={(node) => checkState(node, ticked, isSingle)}
        reasonOf={reasonOf}
        onChoose={(key) =>
          set({
            base,
            ticked: tickedAfter(trees, ticked, key, {
              single: isSingle,
              may: (node) => reasonOf(node) === undefined,
            }),
          })
        }
        after={({ key, label }) =>
          byKey.get(key)?.ruleFlag === 1 && (
            <IconButton
              small
              icon="filter"
              label={t('rules.of', { name: label })}
              onClick={() => setRuled(byKey.get(key))}
            />
          )
        }
      />
      {isDirty && (
        <div className="grant-bar" role="status">
          <span>{t('changed', { added: added.length, taken: taken.length })}</span>
          <Button onClick={() => set(undefined)}>{t('discard')}</Button>
          <Button kind="primary" busy={isBusy} onClick={() => void save()} aria-keyshortcuts="Control+S Meta+S">
            {t('save')}
          </Button>
        </div>
      )}
      {ruled && (
        <RuleChoice
          source={source}
          permissionId={ruled.key}
          name={ruled.title}
          isHeld={held.includes(ruled.key)}
          reason={reasonOf({ key: ruled.key, label: ruled.title })}
          onClose={() => setRuled(undefined)}
        />
      )}
    </div>
  );
}

const differs = ({ base, ticked }: Change): boolean => {
  const { added, taken } = difference([...ticked], base);
  return added.length + taken.length > 0;
};

const flat = (nodes: readonly PermissionNode[]): PermissionNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children)]);

const toTree = (nodes: readonly PermissionNode[]): TreeNode[] =>
  nodes.map(({ key, title, children }) => ({ key, label: title, children: toTree(children) }));
