import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import { undoChange } from '#platform/undo/web/undo-change.ts';
import { Button } from '#ui/button/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { useAskedClose } from '#ui/dialog/use-asked-close.ts';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { SortableList } from '#ui/sortable/sortable-list.tsx';
import { movedPlaces } from '#ui/sortable/sorted-place.ts';
import { toast } from '#ui/toast/toasts.tsx';
import type { TreeNode } from '#ui/tree/visible-nodes.ts';
import { TreeSelect } from '#ui/tree-select/tree-select.tsx';
import { type Beverage, beverages } from '../contract/beverages.ts';
import { goodsEndpoints } from '../contract/endpoints.ts';
import { menuNodes } from './menu-nodes.ts';

const MOST = 200;

/** The drinks of a menu are put in order: as customers see them. */
export function ArrangeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('beverages');
  const { t: tUi } = useTranslation('ui');
  const queryClient = useQueryClient();
  const labelId = useId();
  const [chosen, setChosen] = useState<string>();
  const [order, setOrder] = useState<readonly Beverage[]>();
  const [isBusy, setBusy] = useState(false);
  const nodes = useQuery({ queryKey: ['goods-menus', 'nodes'], queryFn: ({ signal }) => menuNodes(signal) });
  const menuId = chosen ?? firstOf(nodes.data);
  const goods = useQuery({
    queryKey: ['beverages', 'of-menu', menuId],
    enabled: menuId !== undefined,
    queryFn: ({ signal }) => call(beverages.endpoints.page, { menuId, pageSize: MOST }, { signal, notices: 'none' }),
  });
  const stored = goods.data?.records ?? [];
  const shown = order ?? stored;
  const isMoved = shown.some(({ id }, place) => id !== stored[place]?.id);
  const question = {
    title: tUi('form.discardTitle'),
    body: tUi('form.discardBody'),
    verb: tUi('form.discard'),
    cancel: tUi('form.keepEditing'),
    danger: true,
  };
  const close = useAskedClose(onClose, isMoved ? question : undefined);
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['beverages'] });
  const save = async () => {
    setBusy(true);
    const ids = shown.map(({ id }) => id);
    const done = await call(goodsEndpoints.changeSort, { ids }, { idempotencyKey: crypto.randomUUID() }).catch(
      () => undefined,
    );
    setBusy(false);
    if (!done) return;
    const { changeId } = done;
    await refresh();
    toast.success(t('arrange.done'), changeId ? { undo: () => undoChange(changeId).then(refresh) } : {});
    onClose();
  };
  return (
    <Dialog
      title={t('arrange.title')}
      width={560}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{tUi('cancel')}</Button>
          <Button
            kind="primary"
            reason={isMoved ? undefined : t('arrange.same')}
            busy={isBusy}
            onClick={() => void save()}
          >
            {t('arrange.save')}
          </Button>
        </>
      }
    >
      <div className="field arrange-menu">
        <label className="field-label" htmlFor={labelId}>
          {t('arrange.menu')}
        </label>
        <TreeSelect
          attributes={{ id: labelId, disabled: isMoved }}
          label={t('arrange.menu')}
          nodes={nodes.data ?? []}
          value={menuId ?? ''}
          onChange={(key) => {
            setChosen(key);
            setOrder(undefined);
          }}
          canBeNone={false}
        />
        <p className="field-hint">{t('arrange.hint')}</p>
      </div>
      {menuId !== undefined && (
        <Loaded query={goods} skeleton={<SkeletonLines lines={5} />}>
          {() =>
            shown.length === 0 ? (
              <p className="quiet">{t('arrange.none')}</p>
            ) : (
              <SortableList
                label={t('arrange.list')}
                items={shown}
                idOf={({ id }) => id}
                nameOf={readersName}
                onMove={(from, to) =>
                  setOrder(movedPlaces(shown.length, from, to).flatMap((place) => shown[place] ?? []))
                }
              >
                {readersName}
              </SortableList>
            )
          }
        </Loaded>
      )}
    </Dialog>
  );
}

const firstOf = (nodes: readonly TreeNode[] | undefined): string | undefined => nodes?.[0]?.key;
