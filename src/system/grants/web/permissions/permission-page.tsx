import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { menuEndpoints } from '#system/menu/contract/endpoints.ts';
import { MenuType, type PermissionEntry } from '#system/menu/contract/permission-entry.ts';
import { SearchBox } from '#system/record-list/web/index.ts';
import { confirm } from '#ui/confirm/confirm.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import { Icon, iconOf } from '#ui/icon/icon.tsx';
import { KEYS } from '#ui/keyboard/keys.ts';
import { useShortcuts } from '#ui/keyboard/use-shortcuts.ts';
import { Loaded } from '#ui/loaded/loaded.tsx';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { columnsFor, type RecordColumn } from '#ui/record-table/column.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { TreeTable } from '#ui/tree-table/tree-table.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { EntryRules } from './entry-rules.tsx';
import { HoldersDialog } from './holders-dialog.tsx';
import { OrderDialog } from './order-dialog.tsx';
import '../grants.css';

const KEY = 'permissions';
/** Typed before more than this many go (ux-guide 8). */
const MANY = 20;

type Opened =
  | { readonly what: 'add'; readonly parent: PermissionEntry | undefined }
  | { readonly what: 'edit' | 'rules' | 'holders'; readonly entry: PermissionEntry }
  | { readonly what: 'order'; readonly entries: readonly PermissionEntry[]; readonly name: string };

/** The menu and all rights of the installation as a tree, for the administrator (settled 12). */
export default function PermissionPage() {
  const { t } = useTranslation('menu');
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState<Opened>();
  const [sought, setSought] = useState('');
  const searchBox = useRef<HTMLInputElement>(null);
  useShortcuts({ [KEYS.search]: () => (searchBox.current ? searchBox.current.focus() : false) });
  const query = useQuery({
    queryKey: [KEY, 'tree'],
    queryFn: ({ signal }) => call(menuEndpoints.list, {}, { signal, notices: 'none' }),
  });
  const refresh = () => queryClient.invalidateQueries({ queryKey: [KEY] });
  const entries = query.data ?? [];
  const actionsOf = useEntryActions(setOpened, refresh);
  const close = () => setOpened(undefined);
  return (
    <div className="record-list">
      <header className="record-list-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <div className="button-group">
          <ActionButton
            action={{
              ...{ key: 'order', label: t('order.button'), icon: 'sort', by: menuEndpoints.sort },
              onSelect: () => setOpened({ what: 'order', entries: menuOf(entries), name: t('order.top') }),
            }}
          />
          <ActionButton
            kind="primary"
            action={{
              ...{ key: 'add', label: t('add.button'), icon: 'plus', by: menuEndpoints.add },
              onSelect: () => setOpened({ what: 'add', parent: undefined }),
            }}
          />
        </div>
      </header>
      <div className="record-list-card">
        <div className="record-list-bar">
          <search className="filter-bar">
            <SearchBox placeholder={t('search')} value={sought} onSearch={setSought} box={searchBox} />
          </search>
        </div>
        <div className="record-list-table">
          <Loaded query={query} skeleton={<SkeletonLines lines={12} />}>
            {(tree) => <Entries entries={tree} sought={sought} actions={actionsOf} />}
          </Loaded>
        </div>
      </div>
      {opened?.what === 'add' && (
        <EntryDialog entries={entries} entry={undefined} parent={opened.parent} onSaved={refresh} onClose={close} />
      )}
      {opened?.what === 'edit' && (
        <EntryDialog entries={entries} entry={opened.entry} parent={undefined} onSaved={refresh} onClose={close} />
      )}
      {opened?.what === 'rules' && <EntryRules entry={opened.entry} onChanged={refresh} onClose={close} />}
      {opened?.what === 'holders' && <HoldersDialog entry={opened.entry} onClose={close} />}
      {opened?.what === 'order' && (
        <OrderDialog entries={opened.entries} name={opened.name} onSaved={refresh} onClose={close} />
      )}
    </div>
  );
}

/** Entries of the menu: buttons without a page stand behind them, in an order of their own. */
const menuOf = (entries: readonly PermissionEntry[]): PermissionEntry[] =>
  entries.filter(({ menuType }) => menuType !== MenuType.button);

const countBelow = ({ children }: PermissionEntry): number =>
  (children ?? []).reduce((sum, child) => sum + 1 + countBelow(child), 0);

function useEntryActions(open: (opened: Opened) => void, refresh: () => Promise<void>) {
  const { t } = useTranslation('menu');
  const { t: tRecords } = useTranslation('records');
  const send = async (work: () => Promise<unknown>, said: string) => {
    const done = await work().then(
      () => true,
      () => false,
    );
    await refresh();
    if (done) toast.success(said);
  };
  const once = () => ({ idempotencyKey: crypto.randomUUID() });
  const remove = async (entry: PermissionEntry) => {
    const below = countBelow(entry);
    const agreed = await confirm({
      title: t('remove.title', { name: entry.name }),
      body: t('remove.body', { count: below }),
      verb: tRecords('remove.verb'),
      danger: true,
      ...(below > MANY ? { typeToConfirm: String(below) } : {}),
    });
    if (agreed)
      await send(() => call(menuEndpoints.remove, { id: entry.id }, once()), t('remove.done', { name: entry.name }));
  };
  const reset = async (entry: PermissionEntry) => {
    const question = { title: t('reset.title', { name: entry.name }), body: t('reset.body'), verb: t('reset.verb') };
    if (await confirm(question))
      await send(() => call(menuEndpoints.reset, { id: entry.id }, once()), t('reset.done', { name: entry.name }));
  };
  return (entry: PermissionEntry): RowAction[] => {
    const isOn = entry.status === '1';
    const { id } = entry;
    const actions: (RowAction | false)[] = [
      entry.menuType !== MenuType.button && {
        key: 'addBelow',
        label: t('add.below'),
        icon: 'plus',
        by: menuEndpoints.add,
        onSelect: () => open({ what: 'add', parent: entry }),
      },
      {
        key: 'edit',
        label: tRecords('edit.button'),
        icon: 'edit',
        by: menuEndpoints.edit,
        onSelect: () => open({ what: 'edit', entry }),
      },
      {
        key: 'turn',
        label: t(isOn ? 'turn.off' : 'turn.on'),
        icon: 'power',
        by: menuEndpoints.edit,
        onSelect: () =>
          void send(
            () => call(menuEndpoints.edit, { id, status: isOn ? '0' : '1' }, once()),
            t(isOn ? 'turn.isOff' : 'turn.isOn', { name: entry.name }),
          ),
      },
      { key: 'rules', label: t('rules.button'), icon: 'filter', onSelect: () => open({ what: 'rules', entry }) },
      { key: 'holders', label: t('holders.button'), icon: 'users', onSelect: () => open({ what: 'holders', entry }) },
      (entry.children?.length ?? 0) > 1 && {
        key: 'order',
        label: t('order.below'),
        icon: 'sort',
        by: menuEndpoints.sort,
        onSelect: () => open({ what: 'order', entries: entry.children ?? [], name: entry.name }),
      },
      entry.isEdited && {
        key: 'reset',
        label: t('reset.button'),
        icon: 'undo',
        by: menuEndpoints.reset,
        onSelect: () => void reset(entry),
      },
      {
        key: 'remove',
        label: tRecords('remove.button'),
        icon: 'trash',
        danger: true,
        by: menuEndpoints.remove,
        ...(entry.isDelivered ? { disabled: true, reason: t('remove.delivered') } : {}),
        onSelect: () => void remove(entry),
      },
    ];
    return actions.filter((action) => action !== false);
  };
}

interface EntriesProps {
  entries: readonly PermissionEntry[];
  sought: string;
  actions: (entry: PermissionEntry) => readonly RowAction[];
}

const column = columnsFor<PermissionEntry>();

function Entries({ entries, sought, actions }: EntriesProps) {
  const { t } = useTranslation('menu');
  const word = sought.trim().toLowerCase();
  const shown = useMemo(() => (word === '' ? entries : found(entries, word)), [entries, word]);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const isOpen = useMemo(() => (word === '' ? open : new Set(idsIn(shown))), [word, open, shown]);
  const columns = useMemo(
    (): RecordColumn<PermissionEntry>[] => [
      column.custom('name', (row) => <EntryName entry={row} />, { card: 'identity' }),
      column.custom('menuType', (row) => t(`type.${row.menuType}`), { width: 120, card: 'none' }),
      column.text('perms', { width: 200, card: 'none' }),
      column.text('url', { width: 200, card: 'none' }),
      column.custom('status', (row) => <EntryState entry={row} />, { width: 168, card: 'status' }),
    ],
    [t],
  );
  return (
    <TreeTable
      label={t('title')}
      namespace="menu"
      columns={columns}
      rows={shown}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      childrenOf={({ children }) => children ?? undefined}
      openIds={isOpen}
      onTurn={(id, turned) => setOpen((now) => new Set(turned ? [...now, id] : [...now].filter((one) => one !== id)))}
      actions={actions}
      empty={<Empty icon="search" title={t('nothing')} />}
    />
  );
}

function EntryName({ entry }: { entry: PermissionEntry }): ReactNode {
  const { menuType, icon, name } = entry;
  return (
    <span className="entry-name">
      <Icon name={menuType === MenuType.button ? 'key' : iconOf(icon, 'dot')} />
      {name}
    </span>
  );
}

function EntryState({ entry }: { entry: PermissionEntry }): ReactNode {
  const { t } = useTranslation('menu');
  return (
    <span className="grant-tags entry-state">
      {entry.status === '0' && <Tag tone="warning">{t('state.off')}</Tag>}
      {entry.hidden && <Tag plain>{t('state.hidden')}</Tag>}
      {entry.rootOnly && <Tag plain>{t('state.rootOnly')}</Tag>}
      {entry.ruleFlag === 1 && <Tag plain>{t('state.rules')}</Tag>}
      {entry.isEdited && <Tag tone="info">{t('state.edited')}</Tag>}
      {!entry.isDelivered && <Tag tone="info">{t('state.own')}</Tag>}
    </span>
  );
}

const holdsWord = ({ titleEn, titleZh, perms, url }: PermissionEntry, word: string): boolean =>
  [titleEn, titleZh, perms, url].some((text) => text.toLowerCase().includes(word));

/** Entries that have the word in a title, an id or a path, with the way to them. */
function found(entries: readonly PermissionEntry[], word: string): PermissionEntry[] {
  return entries.flatMap((entry) => {
    const children = found(entry.children ?? [], word);
    if (holdsWord(entry, word)) return [entry];
    return children.length > 0 ? [{ ...entry, children }] : [];
  });
}

const idsIn = (entries: readonly PermissionEntry[]): string[] =>
  entries.flatMap(({ id, children }) => [id, ...idsIn(children ?? [])]);
