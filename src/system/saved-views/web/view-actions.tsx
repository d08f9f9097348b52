import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button/button.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import { MenuButton, type MenuEntry } from '#ui/menu/menu.tsx';
import { toast } from '#ui/toast/toast-store.ts';
import type { SavedView } from '../contract/saved-view.ts';
import type { ListViews } from './use-list-views.ts';

const SaveViewDialog = lazy(() => import('./save-view-dialog.tsx'));

/** Beside the filters: what to do with a view that was changed, or with filters that no view holds. */
export function ViewEdits({ views }: { views: ListViews }) {
  const { t } = useTranslation('saved-views');
  const [isNaming, setNaming] = useState(false);
  const { current, isEdited, isUnsaved, mayChange, saved } = views;
  if (!isEdited && !isUnsaved && !isNaming) return null;
  return (
    <span className="view-edits">
      {current && isEdited && mayChange && (
        <Button kind="link" onClick={() => void save(() => saved.edit(current, views.now()))}>
          {t('save')}
        </Button>
      )}
      <Button kind="link" onClick={() => setNaming(true)}>
        {t(current ? 'saveAs' : 'saveNew')}
      </Button>
      {current && isEdited && (
        <Button kind="link" onClick={views.reset}>
          {t('reset')}
        </Button>
      )}
      {isNaming && (
        <Suspense fallback={null}>
          <SaveViewDialog views={views} onClose={() => setNaming(false)} />
        </Suspense>
      )}
    </span>
  );
}

/** Everything that can be done with views, beside the columns; with the keyboard as with the mouse. */
export function ViewMenu({ views }: { views: ListViews }) {
  const { t } = useTranslation('saved-views');
  const [dialog, setDialog] = useState<'save' | 'rename'>();
  const { current, isEdited, isUnsaved, mayChange, mayShare, saved } = views;
  const first = saved.views.find((view) => view.id === saved.defaultViewId);
  const entries: MenuEntry[] = [];
  // else it stands beside tabs or filters already
  if (!isEdited && !isUnsaved)
    entries.push({ key: 'save-as', label: t('saveNew'), icon: 'plus', onSelect: () => setDialog('save') });
  if (current) {
    const of = { name: current.name };
    if (mayChange) {
      entries.push(
        {
          key: 'save',
          label: t('saveIn', of),
          icon: 'check',
          disabled: !isEdited,
          reason: t('unchanged'),
          divided: entries.length > 0,
          onSelect: () => void save(() => saved.edit(current, views.now())),
        },
        { key: 'rename', label: t('rename'), icon: 'edit', onSelect: () => setDialog('rename') },
      );
    }
    if (mayShare && (current.own || current.shared)) {
      entries.push({
        key: 'share',
        label: t(current.shared ? 'unshare' : 'share'),
        icon: 'users',
        onSelect: () => void save(() => saved.share(current, !current.shared)),
      });
    }
    if (current.id !== first?.id) {
      entries.push({
        key: 'first',
        label: t('makeFirst'),
        icon: 'home',
        onSelect: () => void save(() => saved.setDefault(current)),
      });
    }
    if (mayChange) {
      entries.push({
        key: 'delete',
        label: t('delete'),
        icon: 'trash',
        danger: true,
        divided: true,
        onSelect: () => void remove(current),
      });
    }
  }
  if (first) {
    entries.push({
      key: 'no-first',
      label: t('forgetFirst', { name: first.name }),
      icon: 'undo',
      onSelect: () => void save(() => saved.setDefault(null)),
    });
  }
  const remove = async (view: SavedView) => {
    const isSure = await confirm({
      title: t('deleteTitle', { name: view.name }),
      body: t(view.shared ? 'deleteShared' : 'deleteOwn'),
      verb: t('delete'),
      danger: true,
    });
    if (!isSure) return;
    await save(() => saved.remove(view));
    views.openSystem(view.state.view ?? '');
  };
  return (
    <>
      {entries.length > 0 && <MenuButton label={t('menu')} icon="bookmark" iconOnly kind="quiet" entries={entries} />}
      {dialog && (
        <Suspense fallback={null}>
          <SaveViewDialog
            views={views}
            rename={dialog === 'rename' ? current : undefined}
            onClose={() => setDialog(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Shows a failure itself: these calls have the general notices switched off. */
async function save(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    toast.warning(error instanceof Error ? error.message : String(error));
  }
}
