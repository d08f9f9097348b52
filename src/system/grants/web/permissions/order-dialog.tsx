import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { menuEndpoints } from '#system/menu/contract/endpoints.ts';
import type { PermissionEntry } from '#system/menu/contract/permission-entry.ts';
import { Button } from '#ui/button/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Icon, iconOf } from '#ui/icon/icon.tsx';
import { SortableList } from '#ui/sortable/sortable-list.tsx';
import { movedPlaces } from '#ui/sortable/sorted-place.ts';
import { toast } from '#ui/toast/toasts.tsx';

interface OrderDialogProps {
  entries: readonly PermissionEntry[];
  /** What they stand below. */
  name: string;
  onSaved: () => unknown;
  onClose: () => void;
}

/** Entries below one parent, put in order by dragging or by keys; saved with the button. */
export function OrderDialog({ entries, name, onSaved, onClose }: OrderDialogProps) {
  const { t } = useTranslation('menu');
  const [order, setOrder] = useState(entries);
  const [isBusy, setBusy] = useState(false);
  const isChanged = order.some(({ id }, at) => id !== entries[at]?.id);
  const save = async () => {
    setBusy(true);
    const ids = order.map(({ id }) => id);
    const isDone = await call(menuEndpoints.sort, { ids }, { idempotencyKey: crypto.randomUUID() }).then(
      () => true,
      () => false,
    );
    await onSaved();
    setBusy(false);
    if (!isDone) return;
    toast.success(t('order.done', { name }));
    onClose();
  };
  return (
    <Dialog
      title={t('order.title', { name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" busy={isBusy} disabled={!isChanged} onClick={() => void save()}>
            {t('order.save')}
          </Button>
        </>
      }
    >
      <SortableList
        label={t('order.title', { name })}
        items={order}
        idOf={({ id }) => id}
        nameOf={(entry) => entry.name}
        onMove={(from, to) => setOrder(movedPlaces(order.length, from, to).flatMap((place) => order[place] ?? []))}
      >
        {(entry) => (
          <span className="entry-name">
            <Icon name={iconOf(entry.icon, entry.menuType === 2 ? 'key' : 'dot')} />
            {entry.name}
          </span>
        )}
      </SortableList>
    </Dialog>
  );
}
